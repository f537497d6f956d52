import type { AttendeeReplying } from '@consilium/contract/attendees.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { takesReply } from './policy.ts'
import * as replies from './reply-repository.ts'
import type { Scope } from './scope.ts'

/**
 * Accepts or declines an invitation, as its expert and until its deadline; the answer may change until then. Declining
 * takes effect or a signing does, never both: it needs an agreement that was never signed, and outdates the contract
 * that is being signed. The record keeps its version, since those who edit it do not edit the answer.
 */
export const answerInvitation = (
  { db, clock, agreements, notices }: Scope,
  actor: Actor,
  { attendeeId, reply, reason: given = null }: AttendeeReplying,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const reason = reply === 'declined' ? given : null
    const invitation = await replies.lockInvitation(trx, actor.userId, attendeeId)
    if (!invitation) throw new Refusal('NOT_FOUND')
    if (invitation.currentStage === 'closed') throw new Refusal('MEETING_CLOSED')
    const time = clock.wire()
    if (!takesReply(invitation, time)) throw new Refusal('REPLY_CLOSED')
    if (reply === 'declined' && reason === null) throw refuseField('REPLY_REASON_MISSING', 'reason')
    if (invitation.reply === reply && invitation.replyReason === reason) return
    if (reply === 'declined') await agreements.setAside(trx, attendeeId)
    await replies.saveReply(trx, attendeeId, { reply, reason, time })
    const { name, meetingId, meetingName, execUserId, createUserId } = invitation
    const told = { meetingId, name, meetingName, reply, reason: reason ?? '' }
    await notices.tellReplied(trx, { userId: execUserId ?? createUserId, ...told })
  })
