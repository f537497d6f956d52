import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import type { Db } from '../../infra/db/db.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import type { Inbox } from './inbox.ts'
import { amendmentSubject, attendeeSubject } from './subject-repository.ts'

const linkTo = (attendeeId: number) => ({ resource: 'meetingAttendee', id: attendeeId })

/** To experts whose agreements wait for them, and to whoever proposed another fee. */
export function agreementHandlers(send: Inbox): readonly Handler[] {
  async function notifyReady(trx: Db, attendeeId: number, isReminder = false): Promise<void> {
    const { userId, meetingName, payableAmount } = await attendeeSubject(trx, attendeeId)
    const params = { meetingName, amount: payableAmount }
    await send(trx, { userId, kind: 'agreementReady', params, link: linkTo(attendeeId), isReminder })
  }

  async function notifyProposed(trx: Db, attendeeId: number, isReminder = false): Promise<void> {
    const { userId, meetingName, payableAmount } = await attendeeSubject(trx, attendeeId)
    const { reason, payableAmount: to } = await amendmentSubject(trx, attendeeId)
    const params = { meetingName, from: payableAmount, to, reason }
    await send(trx, { userId, kind: 'amendmentProposed', params, link: linkTo(attendeeId), isReminder })
  }

  async function notifyDecided(trx: Db, attendeeId: number, outcome: 'signed' | 'declined'): Promise<void> {
    const { proposedBy, payableAmount: to } = await amendmentSubject(trx, attendeeId)
    if (proposedBy === null) return
    const { name, meetingName } = await attendeeSubject(trx, attendeeId)
    const params = { meetingName, name, outcome, to }
    await send(trx, { userId: proposedBy, kind: 'amendmentDecided', params, link: linkTo(attendeeId) })
  }

  return [
    on(agreementEvents.ready, (trx, { recordId }) => notifyReady(trx, recordId)),
    on(agreementEvents.reminded, (trx, { recordId, fields: { isAmended } }) =>
      (isAmended ? notifyProposed : notifyReady)(trx, recordId, true),
    ),
    on(agreementEvents.amendmentProposed, (trx, { recordId }) => notifyProposed(trx, recordId)),
    on(agreementEvents.amendmentDeclined, (trx, { recordId }) => notifyDecided(trx, recordId, 'declined')),
    on(agreementEvents.signed, async (trx, { recordId, fields: { isAmended } }) => {
      if (isAmended) await notifyDecided(trx, recordId, 'signed')
    }),
  ]
}
