import { MEETING_STAGES } from '@consilium/contract/meetings/meetings.ts'
import { OPEN_MEETINGS_MAX } from '@consilium/contract/overviews/overviews.ts'
import { sql } from 'kysely'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { meetingWays } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { keysWithinReach } from '@consilium/lists/filter-first.ts'
import { meetingFacts } from '../meetings/service.ts'

export interface OpenMeetings {
  ids: number[]
  /** Whether there are no others. */
  isExact: boolean
}

const OPEN_STAGES = MEETING_STAGES.filter((stage) => stage !== 'closed')
const PER_STAGE_MAX = Math.floor(OPEN_MEETINGS_MAX / OPEN_STAGES.length)

/**
 * Who reaches all meetings gets the latest of each stage. They are asked for as a range in the order of the index of the
 * stages: for an equal stage PostgreSQL may scan all meetings from the latest on, past those of other stages.
 */
async function latestOfStages(db: Db): Promise<OpenMeetings> {
  const { rows } = await sql<{ id: number; place: number }>`
    select m.meeting_id as id, row_number() over (partition by s.stage order by m.meeting_id desc)::int as place
      from unnest(${OPEN_STAGES}::text[]) s (stage) cross join lateral (
        select x.meeting_id from ${meetingFacts('x')} where x.current_stage between s.stage and s.stage
          order by x.current_stage desc, x.meeting_id desc limit ${PER_STAGE_MAX + 1}) m`.execute(db)
  return {
    ids: rows.filter(({ place }) => place <= PER_STAGE_MAX).map(({ id }) => id),
    isExact: rows.every(({ place }) => place <= PER_STAGE_MAX),
  }
}

/** The open meetings within reach, from indexes that leave out closed ones, which are most. */
export async function openMeetings(db: Db, actor: Actor): Promise<OpenMeetings> {
  if (reachesAll(actor)) return latestOfStages(db)
  const ways = meetingWays(actor, {
    meeting: 'm',
    id: 'reached.meeting_id',
    join: sql`join (values (true)) as only_open (yes) on reached.current_stage <> 'closed'`,
  })
  const { rows } = await sql<{ id: number }>`${keysWithinReach(ways, OPEN_MEETINGS_MAX + 1)}`.execute(db)
  const ids = rows.map(({ id }) => id).toSorted((one, other) => other - one)
  return { ids: ids.slice(0, OPEN_MEETINGS_MAX), isExact: ids.length <= OPEN_MEETINGS_MAX }
}
