import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import {
  MONEY_MEETINGS_MAX,
  NEXT_MEETINGS_MAX,
  PROJECT_COUNTED_MAX,
  PROJECT_MEETINGS_MAX,
  type Earnings,
  type MeetingGlance,
  type ProjectOverview,
  type RunningMoney,
} from '@consilium/contract/overviews/overviews.ts'
import { sql } from 'kysely'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import { countsAt } from '../../domain/attendance.ts'
import { hasSigned } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'

/** The attendees who count at the meeting `m`: how many, and their fees. */
const attendanceAt = (now: string) => sql`lateral (
  select count(*)::int as attendees, coalesce(sum(a.payable_amount), 0)::numeric(14, 2) as committed,
      count(*) filter (where s.is_signed)::int as "signedCount",
      coalesce(sum(a.payable_amount) filter (where s.is_signed), 0)::numeric(14, 2) as signed
    from meeting_attendee t join labor_agreement a using (attendee_id)
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
      select * from meeting m where m.schedule_start_time >= ${now}::date and m.current_stage <> 'closed'
        and ${among} order by m.schedule_start_time, m.meeting_id limit ${NEXT_MEETINGS_MAX}) m
      cross join ${attendanceAt(now)} order by m.schedule_start_time, m.meeting_id`.execute(db)
  return rows
}

/** What the running meetings cost: those that are approved and not closed. */
export async function runningMoney(db: Db, ids: readonly number[], now: string): Promise<RunningMoney> {
  const { rows } = await sql<Omit<RunningMoney, 'isExact'> & { found: number }>`
    with running as materialized (
      select m.meeting_id, m.labor_budget, m.invitation_deadline from meeting m
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
        coalesce(sum(p.cash_amount), 0)::numeric(14, 2) + coalesce(sum(d.settled), 0)::numeric(14, 2) as paid,
        coalesce(sum(d.outstanding), 0)::numeric(14, 2) as outstanding
      from (select * from meeting_attendee where user_id = ${userId}
          order by attendee_id desc limit ${EARNING_MEETINGS_MAX}) t
        join meeting m using (meeting_id) join labor_agreement a using (attendee_id)
        left join labor_payment_entry p on p.attendee_id = t.attendee_id and p.is_live
        left join lateral (
          select sum(l.amount) filter (where l.settled_date is null) as outstanding,
              sum(l.amount) filter (where l.settled_date is not null and l.settled_entry_id is null) as settled
            from labor_payment_entry r join labor_cash_difference l using (entry_id)
            where r.attendee_id = t.attendee_id) d on true
      where m.current_stage <> 'draft' and ${countsAt(now)}
        and extract(year from coalesce(m.schedule_start_time, t.create_time)) = ${year}`.execute(db)
  return rows[0]!
}

/** The latest meetings of a project within reach, as a table `m` that other parts of a query read. */
const ofProject = (actor: Actor, projectId: number) => sql`(
  select m.* from meeting m where m.project_id = ${projectId} and ${withinReach(actor, 'meeting', 'm.meeting_id')}
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

/** Intents for a project; a limited manager is told of offers of its own sponsors only. */
export async function intentsOf(
  db: Db,
  { isLimited, userId }: Actor,
  projectId: number,
): Promise<NonNullable<ProjectOverview['intents']>> {
  const offeredTo = isLimited
    ? sql`and org_id in (select f.org_id from manager_portfolio f where f.user_id = ${userId})`
    : sql``
  const { rows } = await sql<{ kind: string; pending: number; accepted: number; offered: string }>`
    select kind, count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'accepted')::int as accepted,
        coalesce(sum(amount) filter (where status = 'accepted'), 0)::numeric(14, 2) as offered
      from (
        (select 'support' as kind, status, amount from support_intent
          where project_id = ${projectId} ${offeredTo} limit ${PROJECT_COUNTED_MAX})
        union all (select 'execution', status, 0 from execution_intent
          where project_id = ${projectId} limit ${PROJECT_COUNTED_MAX})) i
      group by kind`.execute(db)
  const of = (kind: string) => {
    const found = rows.find((row) => row.kind === kind)
    return { pending: found?.pending ?? 0, accepted: found?.accepted ?? 0 }
  }
  return {
    support: of('support'),
    execution: of('execution'),
    offered: rows.find(({ kind }) => kind === 'support')?.offered ?? '0.00',
  }
}
