import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import {
  MONEY_MEETINGS_MAX,
  NEXT_MEETINGS_MAX,
  PROJECT_COUNTED_MAX,
  PROJECT_MEETINGS_MAX,
  type Earnings,
  type MeetingGlance,
  type RunningMoney,
} from '@consilium/contract/overviews/overviews.ts'
import { sql } from 'kysely'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import { countsAt } from '../../domain/attendance.ts'
import { hasSigned } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { meetingFacts } from '../meetings/service.ts'
import { agreementFacts, attendeeFacts } from '../agreements/service.ts'
import { RECEIVED } from '../payments/service.ts'

/** The attendees who count at the meeting `m`: how many, and their fees. */
const attendanceAt = (now: string) => sql`lateral (
  select count(*)::int as attendees, coalesce(sum(a.payable_amount), 0)::numeric(14, 2) as committed,
      count(*) filter (where s.is_signed)::int as "signedCount",
      coalesce(sum(a.payable_amount) filter (where s.is_signed), 0)::numeric(14, 2) as signed
    from ${attendeeFacts('t')} join ${agreementFacts('a')} using (attendee_id)
      cross join lateral (select ${hasSigned('a')} as is_signed) s
    where t.meeting_id = m.meeting_id and ${countsAt(now)}) c`

const GLANCE = sql`m.meeting_id as "meetingId", m.meeting_name as "meetingName",
  m.current_stage as "currentStage", m.schedule_start_time as "scheduleStartTime",
  m.schedule_location as "scheduleLocation", c.attendees as "attendeeCount", c."signedCount",
  m.labor_budget as "laborBudget", c.committed, c.signed`

/** The next meetings from the beginning of the day on. */
export async function nextMeetings(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  now: string,
): Promise<MeetingGlance[]> {
  const among = reachesAll(actor) ? sql`true` : sql`m.meeting_id = any(${[...ids]}::bigint[])`
  const { rows } = await sql<MeetingGlance>`
    select ${GLANCE} from (
      select * from ${meetingFacts('m')} where m.schedule_start_time >= ${now}::date and m.current_stage <> 'closed'
        and ${among} order by m.schedule_start_time, m.meeting_id limit ${NEXT_MEETINGS_MAX}) m
      cross join ${attendanceAt(now)} order by m.schedule_start_time, m.meeting_id`.execute(db)
  return rows
}

/** What the running meetings cost: those that are approved and not closed. */
export async function runningMoney(db: Db, ids: readonly number[], now: string): Promise<RunningMoney> {
  const { rows } = await sql<Omit<RunningMoney, 'isExact'> & { found: number }>`
    with running as materialized (
      select m.meeting_id, m.labor_budget, m.invitation_deadline from ${meetingFacts('m')}
        where m.meeting_id = any(${[...ids]}::bigint[]) and m.current_stage <> 'draft'
        order by m.meeting_id desc limit ${MONEY_MEETINGS_MAX + 1}
    ), added as (select * from running order by meeting_id desc limit ${MONEY_MEETINGS_MAX})
    select (select count(*)::int from running) as found, count(*)::int as meetings,
        sum(m.labor_budget)::numeric(14, 2) as "laborBudget",
        coalesce(sum(c.committed), 0)::numeric(14, 2) as committed,
        coalesce(sum(c.signed), 0)::numeric(14, 2) as signed
      from added m cross join ${attendanceAt(now)}`.execute(db)
  const { found, ...money } = rows[0]!
  return { ...money, isExact: found <= MONEY_MEETINGS_MAX }
}

/** Meetings of one expert that are added up. */
const EARNING_MEETINGS_MAX = 1000

/** What an expert earns after tax in the year of a time. */
export async function earningsOf(db: Db, { userId }: Actor, now: string): Promise<Earnings> {
  const year = Number(now.slice(0, 4))
  const { rows } = await sql<Earnings>`
    select ${year}::int as year, coalesce(sum(a.net_amount), 0)::numeric(14, 2) as agreed,
        coalesce(sum(a.net_amount) filter (where a.signature_status = 'signed'), 0)::numeric(14, 2) as signed,
        coalesce(sum(received.cash), 0)::numeric(14, 2) + coalesce(sum(received.settled), 0)::numeric(14, 2) as paid,
        coalesce(sum(received.outstanding), 0)::numeric(14, 2) as outstanding
      from (select * from ${attendeeFacts('own')} where own.user_id = ${userId}
          order by own.attendee_id desc limit ${EARNING_MEETINGS_MAX}) t
        join ${meetingFacts('m')} using (meeting_id) join ${agreementFacts('a')} using (attendee_id)
        cross join ${RECEIVED}
      where m.current_stage <> 'draft' and ${countsAt(now)}
        and extract(year from coalesce(m.schedule_start_time, t.create_time)) = ${year}`.execute(db)
  return rows[0]!
}

/** The latest meetings of a project within reach, as a table `m` that other parts of a query read. */
const ofProject = (actor: Actor, projectId: number) => sql`(
  select m.* from ${meetingFacts('m')} where m.project_id = ${projectId} and ${withinReach(actor, 'meeting', 'm.meeting_id')}
    order by m.meeting_id desc limit ${PROJECT_COUNTED_MAX}) m`

interface StageFigures {
  currentStage: MeetingStage
  count: number
  laborBudget: string | null
  committed: string
  signed: string
}

/** How many meetings of a project are at each stage, and their fees. */
export async function stagesOfProject(
  db: Db,
  actor: Actor,
  projectId: number,
  now: string,
): Promise<StageFigures[]> {
  const { rows } = await sql<StageFigures>`
    select m.current_stage as "currentStage", count(*)::int as count,
        sum(m.labor_budget)::numeric(14, 2) as "laborBudget",
        sum(c.committed)::numeric(14, 2) as committed, sum(c.signed)::numeric(14, 2) as signed
      from ${ofProject(actor, projectId)} cross join ${attendanceAt(now)}
      group by 1 order by array_position(${[...MEETING_STAGES]}::text[], m.current_stage)`.execute(db)
  return rows
}

/** Meetings of a project to be shown: the next ones, then open ones without a day, then the latest. */
export async function meetingsOfProject(
  db: Db,
  actor: Actor,
  projectId: number,
  now: string,
): Promise<MeetingGlance[]> {
  const { rows } = await sql<MeetingGlance>`
    with shown as (
      select m.*, case when m.current_stage = 'closed' then 2
          when m.schedule_start_time >= ${now}::date then 0 else 1 end as rank
        from ${ofProject(actor, projectId)}
        order by rank, case when m.schedule_start_time >= ${now}::date then m.schedule_start_time end,
          m.meeting_id desc limit ${PROJECT_MEETINGS_MAX})
    select ${GLANCE} from shown m cross join ${attendanceAt(now)}
      order by m.rank, case when m.rank = 0 then m.schedule_start_time end, m.meeting_id desc`.execute(db)
  return rows
}
