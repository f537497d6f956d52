import { paymentEvents } from '@consilium/contract/events/payments.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import type { Inbox } from './inbox.ts'
import { returnedSubject } from './subject-repository.ts'

/** To the payee of a payment that the bank gave back: what to mend. */
export const paymentHandlers = (send: Inbox): readonly Handler[] => [
  on(paymentEvents.returned, async (trx, { recordId }) => {
    const { userId, expertId, meetingName, reason } = await returnedSubject(trx, recordId)
    await send(trx, {
      userId,
      kind: 'paymentReturned',
      params: { meetingName, reason: reason ?? '' },
      link: { resource: 'expert', id: expertId },
    })
  }),
]
