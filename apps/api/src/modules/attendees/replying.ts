import type { AttendeeReplying } from '@consilium/contract/attendees/attendees.ts'
import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import { counts } from '../../domain/attendance.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { takesReply } from './policy.ts'
import * as replies from './reply-repository.ts'
import type { Scope } from './scope.ts'

/**
 * Accepts or declines an invitation, as its expert and until its deadline; the answer may change until then. Declining
 * takes effect or a signing does, never both: it needs an agreement that was never signed, and outdates the contract
 * that is being signed. Who declined counts nowhere, so accepting after that asks caps, times and budget again. The
 * record keeps its version, since those who edit it do not edit the answer.
 */
export const answerInvitation = (
  scope: Scope,
  actor: Actor,
  { attendeeId, reply, reason: given = null }: AttendeeReplying,
): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const { clock, caps, agreements, eventLog } = scope
    const reason = reply === 'declined' ? given : null
    const expertId = await replies.lockMeetingOf(trx, actor.userId, attendeeId)
    if (expertId === undefined) throw new Refusal('NOT_FOUND')
    await caps.lockPersons(trx, [expertId])
    const invitation = await replies.lockInvitation(trx, actor.userId, attendeeId)
    if (!invitation) throw new Refusal('NOT_FOUND')
    if (invitation.currentStage === 'closed') throw new Refusal('MEETING_CLOSED')
    const time = clock.wire()
    if (!takesReply(invitation, time)) throw new Refusal('REPLY_CLOSED')
    if (reply === 'declined' && reason === null) throw refuseField('REPLY_REASON_MISSING', 'reason')
    if (invitation.reply === reply && invitation.replyReason === reason) return
    if (reply === 'declined') await agreements.setAside(trx, attendeeId)
    await replies.saveReply(trx, attendeeId, { reply, reason, time })
    if (reply === 'accepted' && !counts(factsOf(invitation)))
      await requireRoom(scope, trx, { ...invitation, expertId })
    const { meetingId } = invitation
    await eventLog.record(trx, attendeeEvents.replied, {
      recordId: attendeeId,
      actorId: actor.userId,
      fields: { meetingId, expertId, reply },
    })
  })

/** Whoever may still answer is not overdue. */
const factsOf = ({ reply, hasAgreed }: replies.Invitation) => ({ reply, hasAgreed, isOverdue: false })

/** Refuses the expert who would count again, beyond a cap, at two places at once, or beyond the budget. */
async function requireRoom(
  { caps, budgets }: Scope,
  trx: Db,
  { meetingId, expertId }: { meetingId: number; expertId: number },
): Promise<void> {
  await caps.requireWithinCaps(trx, meetingId, [expertId], { fee: 'reply', who: 'reply', by: 'expert' })
  await budgets.requireFees(trx, meetingId, 'reply')
}
