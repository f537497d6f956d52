import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'

/** What the first start awaits; null for all later ones. The row lock lets other nodes wait and find it done. */
export async function takeStart(trx: Db): Promise<'choice' | 'notice' | null> {
  const row = await trx.selectFrom('gate_start').select('awaits').forUpdate().executeTakeFirst()
  if (!row?.awaits) return null
  await trx.updateTable('gate_start').set({ awaits: null }).execute()
  return row.awaits
}

/** The latest open meetings within reach, from the index that leaves out closed ones. */
export async function openMeetings(
  db: Db,
  actor: Actor,
  max: number,
): Promise<{ meetingId: number; meetingName: string; currentStage: MeetingStage }[]> {
  return db
    .selectFrom('meeting')
    .select(['meeting_id as meetingId', 'meeting_name as meetingName', 'current_stage as currentStage'])
    .where(sql<boolean>`current_stage <> 'closed'`)
    .where(withinReach(actor, 'meeting', 'meeting.meeting_id'))
    .orderBy('meeting_id', 'desc')
    .limit(max)
    .execute()
}
