import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { meetingFacts } from '../meetings/service.ts'
import { decisionFacts } from '../decisions/service.ts'
import { agreementFacts, attendeeFacts } from '../agreements/service.ts'
import { allocationFacts } from '../budgets/service.ts'

/** A meeting as its plan is decided on. */
export interface PlanOfMeeting {
  projectId: number
  projectName: string
  meetingName: string
  currentStage: MeetingStage
  execUserId: number | null
  orgName: string | null
  scheduleStartTime: string | null
  scheduleEndTime: string | null
  scheduleLocation: string | null
  laborBudget: string | null
  /** Each invited expert with the fee. */
  invited: [number, string][]
  attendeeCount: number
  /** What it costs as planned: the fees, or what is set aside for them if that is more, and what was allocated beside. */
  amount: string
}

export async function planOf(db: Db, meetingId: number): Promise<PlanOfMeeting> {
  const { rows } = await sql<PlanOfMeeting>`
    select m.project_id as "projectId", m.project_name as "projectName", m.meeting_name as "meetingName",
        m.current_stage as "currentStage", m.exec_user_id as "execUserId", m.org_name as "orgName",
        m.schedule_start_time as "scheduleStartTime", m.schedule_end_time as "scheduleEndTime",
        m.schedule_location as "scheduleLocation", m.labor_budget as "laborBudget", t.invited, t.count as "attendeeCount",
        (greatest(t.fees, m.labor_budget) + (select coalesce(sum(b.amount), 0) from ${allocationFacts('b')}
          where b.meeting_id = m.meeting_id and b.category <> 'labor'))::numeric(14, 2) as amount
      from ${meetingFacts('m')} cross join lateral (
        select count(*)::int as count, coalesce(sum(a.payable_amount), 0) as fees,
            coalesce(jsonb_agg(jsonb_build_array(t.expert_id, a.payable_amount::text) order by t.attendee_id), '[]') as invited
          from ${attendeeFacts('t')} join ${agreementFacts('a')} using (attendee_id) where t.meeting_id = m.meeting_id) t
      where m.meeting_id = ${meetingId}`.execute(db)
  const [plan] = rows
  if (!plan) throw new Error(`There is no meeting ${meetingId}`)
  return plan
}

/** The names of the meetings that decisions are about. */
export async function titlesOf(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(decisionFacts('d'))
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'd.record_id')
    .select(['d.decision_id as decisionId', 'm.meeting_name as title'])
    .where('d.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, title }) => [decisionId, title]))
}
