import type { Db } from '../../infra/db/db.ts'
import { expertFacts } from '../experts/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { attendeeFacts } from './facts-repository.ts'

/** Locks the meeting of an own agreement, and the expert, until the transaction ends. Returns the expert. */
export async function lockOwnMeeting(
  db: Db,
  userId: number,
  attendeeId: number,
  expert: 'asItIs' | 'toChangeExpert' = 'asItIs',
): Promise<number | undefined> {
  const rows = db
    .selectFrom(meetingFacts('m'))
    .innerJoin(attendeeFacts('t'), 't.meeting_id', 'm.meeting_id')
    .innerJoin(expertFacts('e'), 'e.expert_id', 't.expert_id')
    .select('e.expert_id as expertId')
    .where('t.attendee_id', '=', attendeeId)
    .where('t.user_id', '=', userId)
    .forShare('m')
  // Two requests that both held a shared lock could not change the expert.
  const locked = expert === 'toChangeExpert' ? rows.forUpdate('e') : rows.forShare('e')
  return (await locked.executeTakeFirst())?.expertId
}
