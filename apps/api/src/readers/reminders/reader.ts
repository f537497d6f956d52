import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import { materialEvents } from '@consilium/contract/events/materials.ts'
import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import { paymentEvents } from '@consilium/contract/events/payments.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Db } from '../../infra/db/db.ts'
import { on } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import type { Reminders } from '../../modules/reminders/service.ts'
import { expertOf } from './expert-repository.ts'

/** Says what waits for somebody. Whether it still waits is asked when a reminder is due. */
export function createReminderReader(
  reminders: Pick<
    Reminders,
    'watch' | 'watchInvitation' | 'watchInvitations' | 'watchFiling' | 'countByHand'
  >,
  clock: Clock,
): Reader {
  const agreement = (trx: Db, recordId: number) =>
    reminders.watch(trx, { kind: 'agreement', recordId, anchor: clock.wire() })
  return {
    name: 'reminders',
    begins: 'now',
    handlers: [
      on(agreementEvents.ready, (trx, { recordId }) => agreement(trx, recordId)),
      on(agreementEvents.amendmentProposed, (trx, { recordId }) => agreement(trx, recordId)),
      on(agreementEvents.reminded, async (trx, { recordId }) => {
        // The attendee may have been removed since.
        const userId = await expertOf(trx, recordId)
        if (userId !== undefined) await reminders.countByHand(trx, recordId, userId)
      }),
      on(attendeeEvents.invited, (trx, { recordId }) => reminders.watchInvitation(trx, recordId)),
      on(meetingEvents.changed, (trx, { recordId }) => reminders.watchInvitations(trx, recordId)),
      on(meetingEvents.created, async (trx, { recordId, fields: { needsApproval } }) => {
        if (needsApproval) await reminders.watch(trx, { kind: 'review', recordId, anchor: clock.wire() })
      }),
      on(materialEvents.meetingInvoice.created, (trx, { recordId }) =>
        reminders.watch(trx, { kind: 'invoice', recordId, anchor: clock.wire() }),
      ),
      on(paymentEvents.recorded, (trx, { recordId }) => reminders.watchFiling(trx, recordId)),
    ],
  }
}
