import { COUNTED_MAX, type Page } from '@consilium/contract/envelope.ts'
import { meetingRecord } from '@consilium/contract/meetings/meeting-record.ts'
import {
  MEETING_STAGES,
  type Meeting,
  type MeetingQuery,
  type MeetingStage,
} from '@consilium/contract/meetings/meetings.ts'
import type { DimensionFields } from '@consilium/contract/dimensions/carried-dimensions.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { meetingWays, reachKind, reachOf, withinReach } from '../../domain/reach.ts'
import { countsAt } from '../../domain/attendance.ts'
import { hasSigned } from '../../domain/signing.ts'
import { reachedRows } from '../../infra/db/lists/reached-rows.ts'
import { keysWithinReach, KEYS_MAX } from '@consilium/lists/filter-first.ts'
import { anyOf, matching, type Filter, type Reach, type IndexScan } from '@consilium/lists/large-list.ts'
import { selectLargePage } from '../../infra/db/lists/list-planner.ts'
import { ownTextContains, plainOf } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { beginning } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { unlessWide } from '@consilium/lists/wide-reach.ts'
import { filtersBy, heldByMeeting, type CarriedRow } from '../dimensions/service.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { agreementFacts, attendeeFacts, hasSuperseded, templateName } from '../agreements/service.ts'

export type MeetingRow = Omit<Meeting, 'nextStages' | 'abilities' | keyof DimensionFields> & {
  /** Of all sponsors of the project. */
  held: CarriedRow[]
  /** An attendee has signed, even if the agreement was superseded later. */
  everSigned: boolean
}

const columns = declaredColumns<'meeting'>()
const COLUMNS = columns.select('m', meetingRecord.stored)

/** What is told of the attendees of one meeting, of whom those who count are counted, read in one pass. Whether there was a signature is asked row by row. */
const attendanceAt = (now: string) => sql<{
  attendeeCount: number
  signedCount: number
  everSigned: boolean
}>`(
  select count(*) filter (where ${countsAt(now)}) as "attendeeCount",
      count(*) filter (where ${hasSigned('a')}) as "signedCount",
      coalesce(bool_or(a.signature_status = 'signed' or ${hasSuperseded('t.attendee_id')}), false) as "everSigned"
    from ${attendeeFacts('t')} left join ${agreementFacts('a')} on a.attendee_id = t.attendee_id
    where t.meeting_id = m.meeting_id
)`

const views = (db: Db, now: string) =>
  db
    .selectFrom('meeting as m')
    .innerJoinLateral(attendanceAt(now).as('c'), (join) => join.onTrue())
    .select(COLUMNS)
    .select([
      templateName('m.labor_template_id').as('laborTemplateName'),
      'c.attendeeCount',
      'c.signedCount',
      'c.everSigned',
    ])
    .select(heldByMeeting.as('held'))

type MeetingFilters = Omit<MeetingQuery, 'pageNum' | 'pageSize'>

function isAtStage(stage: MeetingStage): Filter {
  const condition = sql<boolean>`m.current_stage = ${stage}`
  return { ...plainOf('m', condition), along: sql`m.current_stage, m.meeting_id`, byKey: condition }
}

function filtersOf(actor: Actor, query: MeetingFilters): Filter[] {
  const filters: Filter[] = filtersBy(actor, 'meeting', query)
  if (query.projectId) filters.push(plainOf('m', sql`m.project_id = ${query.projectId}`))
  if (query.projectName) filters.push(ownTextContains('m.project_name', query.projectName))
  if (query.meetingName) filters.push(ownTextContains('m.meeting_name', query.meetingName))
  if (query.orgName) filters.push(ownTextContains('m.org_name', query.orgName))
  if (query.currentStage) filters.push(isAtStage(query.currentStage))
  if (query.businessId)
    filters.push(plainOf('m', sql`upper(m.business_id) like ${beginning(query.businessId.toUpperCase())}`))
  const [starts, ends] = [query['params[beginScheduleTime]'], query['params[endScheduleTime]']]
  if (starts ?? ends)
    filters.push({
      ...plainOf('m', inTimeRange('m.schedule_start_time', starts, ends)),
      along: sql`m.schedule_start_time, m.meeting_id`,
    })
  const [from, to] = [query['params[beginSupervisionTime]'], query['params[endSupervisionTime]']]
  if (from ?? to) filters.push(plainOf('m', inTimeRange('m.supervision_time', from, to)))
  const [first, last] = [query['params[beginTime]'], query['params[endTime]']]
  if (first ?? last) filters.push(plainOf('m', inTimeRange('m.create_time', first, last)))
  return filters
}

const reached = (db: Db, actor: Actor, now: string) =>
  views(db, now).where(withinReach(actor, 'meeting', 'm.meeting_id'))

const reachOfMeetings = (actor: Actor) =>
  reachOf(actor, (caller) => meetingWays(caller, { meeting: 'm', id: 'reached.meeting_id' }))

const SORTING = {
  columns: { ...columns.order('m', meetingRecord.ordered), createTime: 'm.create_time' },
  key: 'm.meeting_id',
  neverNull: ['m.meeting_name', 'm.project_name', 'm.current_stage', 'm.create_time'],
} as const

const MEETINGS = sql`meeting m`

const SCAN: IndexScan = { alias: 'm', table: MEETINGS, joins: sql`` }
const scanFor = (reach: Reach | null): IndexScan =>
  reach ? { ...SCAN, reachedSet: reach.setOf('m.meeting_id') } : SCAN

const rowsOfPage = reachedRows(SORTING.key, reached, reachKind)

export function listMeetings(
  db: Db,
  actor: Actor,
  paging: MeetingQuery,
  now: string,
): Promise<Page<MeetingRow>> {
  const reach = reachOfMeetings(actor)
  const tables = { from: MEETINGS, fromReached: MEETINGS, scan: scanFor(reach) }
  const list = { name: 'meeting', ...tables, filters: filtersOf(actor, paging), reach }
  return selectLargePage(db, list, { paging, sorting: SORTING }, (keys, order) =>
    rowsOfPage(db, actor, keys, order, now),
  )
}

export function batchOfMeetings(
  db: Db,
  actor: Actor,
  query: MeetingFilters,
  now: string,
  after: Cursor | null,
): Promise<Batch<MeetingRow>> {
  const filtered = matching(reached(db, actor, now), filtersOf(actor, query))
  return selectBatch(db, filtered, query, SORTING, after)
}

export interface StageCount {
  currentStage: MeetingStage
  count: number
  isExact: boolean
}

/** How many meetings of a stage are counted where the caller reaches more than a key set holds. */
const STAGE_COUNTED_MAX = { all: COUNTED_MAX, reached: COUNTED_MAX / 10 } as const

/** Counts along the index of the stages, each as far as its limit. */
async function countFewOfEach(db: Db, actor: Actor): Promise<StageCount[]> {
  const reach = reachOfMeetings(actor)?.ways
  const max = reach ? STAGE_COUNTED_MAX.reached : STAGE_COUNTED_MAX.all
  const { rows } = await sql<StageCount>`
    select s.stage as "currentStage", least(c.count, ${max}) as count, c.count <= ${max} as "isExact"
      from unnest(${MEETING_STAGES}::text[]) s (stage) cross join lateral (select count(*) as count from (
        select 1 from meeting m where m.current_stage = s.stage and ${reach ? anyOf(reach) : sql`true`}
          order by m.meeting_id desc limit ${max + 1}) few) c`.execute(db)
  return rows
}

/** Counts all that the caller reaches, from indexes that hold the stages; null if that is too much. */
async function countReached(db: Db, actor: Actor): Promise<StageCount[] | null> {
  const stage = sql`, reached.current_stage as stage`
  const reach = meetingWays(actor, { meeting: 'm', id: 'reached.meeting_id', also: stage })
  const { rows } = await sql<StageCount & { reached: number }>`
    select stage as "currentStage", count(*) as count, true as "isExact", sum(count(*)) over ()::int as reached
      from (${keysWithinReach(reach, KEYS_MAX + 1)}) k group by stage`.execute(db)
  return (rows[0]?.reached ?? 0) > KEYS_MAX ? null : rows
}

/** The number of meetings at each stage. Stages without meetings may be missing. */
export async function countByStage(db: Db, actor: Actor): Promise<StageCount[]> {
  if (reachesAll(actor)) return countFewOfEach(db, actor)
  const counted = await unlessWide(`stages ${actor.userId}`, () => countReached(db, actor))
  return counted ?? countFewOfEach(db, actor)
}

/** The number of supervised meetings on each of the given number of days, starting `today` (`yyyy-MM-dd`). */
export async function countSupervisions(
  db: Db,
  actor: Actor,
  today: string,
  days: number,
): Promise<{ date: string; count: number }[]> {
  const reach = reachOfMeetings(actor)?.ways
  const { rows } = await sql<{ date: string; count: number }>`
    with supervised as (
      select m.supervision_time::date as date, count(*) as count from meeting m
      where m.supervision_time >= ${today}::date and m.supervision_time < ${today}::date + ${days}::int
        and ${reach ? anyOf(reach) : sql`true`}
      group by 1
    )
    select day::date::text as date, coalesce(count, 0) as count
    from generate_series(${today}::date, ${today}::date + ${days - 1}::int, interval '1 day') as day
      left join supervised on date = day::date
    order by 1`.execute(db)
  return rows
}

export const findMeeting = (
  db: Db,
  actor: Actor,
  meetingId: number,
  now: string,
): Promise<MeetingRow | undefined> =>
  reached(db, actor, now).where('m.meeting_id', '=', meetingId).executeTakeFirst()
