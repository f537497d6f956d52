import { noticeEvents } from '@consilium/contract/events/notices.ts'
import { onAll } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { Deliveries } from '../../modules/deliveries/service.ts'

/**
 * Writes the deliveries of every notice after its commit, so that no use case knows a channel and none waits for one. Its
 * position moves with the rows, so that each notice has them once.
 */
export const createNoticeReader = ({ write }: Pick<Deliveries, 'write'>): Reader => ({
  name: 'notices',
  begins: 'now',
  handlers: [
    onAll(noticeEvents.raised, (trx, events) =>
      write(
        trx,
        events.map(({ recordId: msgId, fields: { isReminder } }) => ({ msgId, isReminder })),
      ),
    ),
  ],
})
