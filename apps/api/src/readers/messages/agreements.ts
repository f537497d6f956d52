import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import type { Db } from '../../infra/db/db.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import type { Inbox } from './inbox.ts'
import { amendmentSubject, attendeeSubject } from './subject-repository.ts'

const linkTo = (attendeeId: number) => ({ resource: 'meetingAttendee', id: attendeeId })

/** To experts whose agreements wait for them, and to whoever proposed another fee. */
export function agreementHandlers(send: Inbox): readonly Handler[] {
  async function tellReady(trx: Db, attendeeId: number): Promise<void> {
    const { userId, meetingName, payableAmount } = await attendeeSubject(trx, attendeeId)
    const params = { meetingName, amount: payableAmount }
    await send(trx, { userId, kind: 'agreementReady', params, link: linkTo(attendeeId) })
  }

  async function tellProposed(trx: Db, attendeeId: number): Promise<void> {
    const { userId, meetingName, payableAmount } = await attendeeSubject(trx, attendeeId)
    const { reason, payableAmount: to } = await amendmentSubject(trx, attendeeId)
    const params = { meetingName, from: payableAmount, to, reason }
    await send(trx, { userId, kind: 'amendmentProposed', params, link: linkTo(attendeeId) })
  }

  async function tellDecided(trx: Db, attendeeId: number, outcome: 'signed' | 'declined'): Promise<void> {
    const { proposedBy, payableAmount: to } = await amendmentSubject(trx, attendeeId)
    if (proposedBy === null) return
    const { name, meetingName } = await attendeeSubject(trx, attendeeId)
    const params = { meetingName, name, outcome, to }
    await send(trx, { userId: proposedBy, kind: 'amendmentDecided', params, link: linkTo(attendeeId) })
  }

  return [
    on(agreementEvents.ready, (trx, { recordId }) => tellReady(trx, recordId)),
    on(agreementEvents.reminded, (trx, { recordId, fields: { isAmended } }) =>
      (isAmended ? tellProposed : tellReady)(trx, recordId),
    ),
    on(agreementEvents.amendmentProposed, (trx, { recordId }) => tellProposed(trx, recordId)),
    on(agreementEvents.amendmentDeclined, (trx, { recordId }) => tellDecided(trx, recordId, 'declined')),
    on(agreementEvents.signed, async (trx, { recordId, fields: { isAmended } }) => {
      if (isAmended) await tellDecided(trx, recordId, 'signed')
    }),
  ]
}
