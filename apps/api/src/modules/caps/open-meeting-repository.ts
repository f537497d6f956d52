import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'

/** The latest open meetings within reach, from the index that leaves out closed ones. */
export const openMeetings = (
  db: Db,
  actor: Actor,
  max: number,
): Promise<{ meetingId: number; meetingName: string }[]> =>
  db
    .selectFrom('meeting')
    .select(['meeting_id as meetingId', 'meeting_name as meetingName'])
    .where(sql<boolean>`current_stage <> 'closed'`)
    .where(withinReach(actor, 'meeting', 'meeting.meeting_id'))
    .orderBy('meeting_id', 'desc')
    .limit(max)
    .execute()
