import type { PresenceDecision } from '@consilium/contract/attendance/attendance.ts'
import { attendanceEvents } from '@consilium/contract/events/attendance.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal } from '../../infra/refusal.ts'
import { lockOpenMeeting } from '../meetings/service.ts'
import { findAttendee, saveReview } from './mark-repository.ts'
import { knownOfAttendee } from './reading.ts'
import type { Scope } from './scope.ts'
import { lockAttendee } from '../attendees/service.ts'

/**
 * Decides on what is odd about somebody's presence. The attendee is locked, so that the decision holds for what it has seen.
 * Whoever entered a mark by hand does not confirm it.
 */
export const review = (scope: Scope, actor: Actor, body: PresenceDecision): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const attendee = await findAttendee(trx, actor, body.attendeeId)
    if (!attendee) throw new Refusal('NOT_FOUND')
    const { meetingId, attendeeId } = attendee
    await lockOpenMeeting(trx, actor, meetingId)
    await lockAttendee(trx, attendeeId)
    const { review: stands, flags, marks } = await knownOfAttendee(scope, trx, actor, attendeeId)
    if (stands !== 'open') throw new Refusal('PRESENCE_NOT_OPEN')
    const counting = marks.filter(({ replacedBy }) => replacedBy === null)
    const isOwn = counting.some(({ method, recordedBy }) => method === 'hand' && recordedBy === actor.userId)
    if (isOwn) throw new Refusal('PRESENCE_OWN_ENTRY')
    await saveReview(trx, {
      attendeeId,
      review: body.review,
      flags,
      seenMarkId: Math.max(...counting.map(({ markId }) => markId)),
      reason: body.reason,
      reviewedBy: actor.userId,
      reviewedTime: scope.clock.wire(),
    })
    await scope.eventLog.record(trx, attendanceEvents.presenceReviewed, {
      recordId: attendeeId,
      actorId: actor.userId,
      fields: { meetingId, review: body.review },
    })
  })
