import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { isClosedTo } from './policy.ts'
import * as repository from './repository.ts'
import type { MeetingFacts } from './repository.ts'

// This module holds the meeting record and its locks. The use cases are in meeting-workflow, above the modules whose
// records belong to meetings.
export {
  latestOpenMeetings,
  lockMeetingAlone,
  meetingFacts,
  placesOf,
  plansOfMeetings,
} from './facts-repository.ts'
export { isClosedTo } from './policy.ts'
export {
  deleteMeetings,
  findMeeting,
  insertMeeting,
  lockAtStage,
  lockMeetings,
  moveStage,
  updateMeeting,
  type MeetingFacts,
} from './repository.ts'

/** Finds a meeting within the caller's reach. Throws NOT_FOUND on the field `meetingId`. */
export async function requireMeeting(db: Db, actor: Actor, meetingId: number): Promise<MeetingFacts> {
  const meeting = await repository.findReachedMeeting(db, actor, meetingId)
  if (!meeting) throw refuseField('NOT_FOUND', 'meetingId')
  return meeting
}

/**
 * Locks a meeting within the caller's reach that the caller may still change, until the transaction ends.
 * Throws NOT_FOUND on the field `meetingId`, and MEETING_CLOSED.
 */
export async function lockOpenMeeting(
  trx: Db,
  actor: Actor,
  meetingId: number,
  terms: repository.LockTerms = {},
): Promise<MeetingFacts> {
  const meeting = await repository.lockMeeting(trx, actor, meetingId, terms)
  if (!meeting) throw refuseField('NOT_FOUND', 'meetingId')
  requireOpen(actor, [meeting])
  return meeting
}

/**
 * Throws MEETING_CLOSED if one of the meetings is closed to the caller. Also takes records that carry their meeting's
 * stage.
 */
export function requireOpen(
  actor: Pick<Actor, 'roleType'>,
  meetings: readonly Pick<MeetingFacts, 'currentStage'>[],
): void {
  if (meetings.some((meeting) => isClosedTo(actor, meeting))) throw new Refusal('MEETING_CLOSED')
}
