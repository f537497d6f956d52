import type { Page } from '@consilium/contract/envelope.ts'
import type { Meeting, MeetingQuery, MeetingStage } from '@consilium/contract/meetings.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { withinReach } from '../../domain/reach.ts'
import { nameContains } from '../../infra/db/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '../../infra/db/select-batch.ts'
import { selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'
import type { Actor } from '../../domain/actor.ts'

export type MeetingRow = Omit<Meeting, 'nextStages' | 'abilities'> & {
  /** An attendee has signed, even if the agreement was superseded later. */
  everSigned: boolean
}

const attendees = sql<number>`(select count(*) from meeting_attendee t where t.meeting_id = m.meeting_id)`
const signedAttendees = sql<number>`(
  select count(*) from meeting_attendee t join labor_agreement g using (attendee_id)
    where t.meeting_id = m.meeting_id and g.signature_status = 'signed'
)`

const templateName = sql<string | null>`(
  select template_name from labor_template where template_id = m.labor_template_id
)`

const everSigned = sql<boolean>`exists (
  select 1 from meeting_attendee t join labor_agreement g using (attendee_id)
    left join labor_agreement_history h using (attendee_id)
    where t.meeting_id = m.meeting_id and (g.signature_status = 'signed' or h.history_id is not null)
)`

const views = (db: Db) =>
  db
    .selectFrom('meeting as m')
    .select([
      'm.meeting_id as meetingId',
      'm.business_id as businessId',
      'm.project_id as projectId',
      'm.project_name as projectName',
      'm.org_name as orgName',
      'm.exec_user_id as execUserId',
      'm.meeting_name as meetingName',
      'm.current_stage as currentStage',
      'm.stage_reason as stageReason',
      'm.supervision_time as supervisionTime',
      'm.supervision_mode as supervisionMode',
      'm.supervision_user_name as supervisionUserName',
      'm.supervision_opinion as supervisionOpinion',
      'm.invitation_title as invitationTitle',
      'm.invitation_content as invitationContent',
      'm.invitation_deadline as invitationDeadline',
      'm.schedule_start_time as scheduleStartTime',
      'm.schedule_end_time as scheduleEndTime',
      'm.schedule_location as scheduleLocation',
      'm.schedule_agenda as scheduleAgenda',
      'm.labor_budget as laborBudget',
      'm.labor_template_id as laborTemplateId',
      templateName.as('laborTemplateName'),
      'm.labor_remark as laborRemark',
      attendees.as('attendeeCount'),
      signedAttendees.as('signedCount'),
      everSigned.as('everSigned'),
      'm.create_user_id as createUserId',
      'm.create_time as createTime',
      'm.version',
    ])

type MeetingFilters = Omit<MeetingQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, actor: Actor, query: MeetingFilters) {
  let rows = views(db).where(withinReach(actor, 'meeting_reach', 'm.meeting_id'))
  if (query.projectId) rows = rows.where('m.project_id', '=', query.projectId)
  if (query.projectName) rows = rows.where(nameContains('m', 'project_name', query.projectName))
  if (query.meetingName) rows = rows.where(nameContains('m', 'meeting_name', query.meetingName))
  if (query.orgName) rows = rows.where(nameContains('m', 'org_name', query.orgName))
  if (query.currentStage) rows = rows.where('m.current_stage', '=', query.currentStage)
  const supervised = { from: query['params[beginSupervisionTime]'], to: query['params[endSupervisionTime]'] }
  rows = rows.where(inTimeRange('m.supervision_time', supervised.from, supervised.to))
  rows = rows.where(inTimeRange('m.create_time', query['params[beginTime]'], query['params[endTime]']))
  return rows
}

const SORTING = {
  columns: {
    meetingId: 'm.meeting_id',
    meetingName: 'm.meeting_name',
    projectName: 'm.project_name',
    currentStage: 'm.current_stage',
    supervisionTime: 'm.supervision_time',
    scheduleStartTime: 'm.schedule_start_time',
    createTime: 'm.create_time',
  },
  key: 'm.meeting_id',
} as const

export const listMeetings = (db: Db, actor: Actor, query: MeetingQuery): Promise<Page<MeetingRow>> =>
  selectPage(filtered(db, actor, query), query, SORTING)

export const batchOfMeetings = (
  db: Db,
  actor: Actor,
  query: MeetingFilters,
  after: Cursor | null,
): Promise<Batch<MeetingRow>> => selectBatch(db, filtered(db, actor, query), query, SORTING, after)

/** The number of meetings at each stage. Stages without meetings are missing. */
export const countByStage = (
  db: Db,
  actor: Actor,
): Promise<{ currentStage: MeetingStage; count: number }[]> =>
  db
    .selectFrom('meeting as m')
    .where(withinReach(actor, 'meeting_reach', 'm.meeting_id'))
    .select(({ fn }) => ['m.current_stage as currentStage', fn.countAll<number>().as('count')])
    .groupBy('m.current_stage')
    .execute()

/** The number of supervised meetings on each of the given number of days, starting `today` (`yyyy-MM-dd`). */
export async function countSupervisions(
  db: Db,
  actor: Actor,
  today: string,
  days: number,
): Promise<{ date: string; count: number }[]> {
  const { rows } = await sql<{ date: string; count: number }>`
    with supervised as (
      select m.supervision_time::date as date, count(*) as count from meeting m
      where m.supervision_time >= ${today}::date and m.supervision_time < ${today}::date + ${days}::int
        and ${withinReach(actor, 'meeting_reach', 'm.meeting_id')}
      group by 1
    )
    select day::date::text as date, coalesce(count, 0) as count
    from generate_series(${today}::date, ${today}::date + ${days - 1}::int, interval '1 day') as day
      left join supervised on date = day::date
    order by 1`.execute(db)
  return rows
}

export const findMeeting = (db: Db, actor: Actor, meetingId: number): Promise<MeetingRow | undefined> =>
  views(db)
    .where('m.meeting_id', '=', meetingId)
    .where(withinReach(actor, 'meeting_reach', 'm.meeting_id'))
    .executeTakeFirst()

export async function attendeeIdsOf(db: Db, meetingIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('meeting_attendee')
    .select('attendee_id as attendeeId')
    .where('meeting_id', 'in', meetingIds)
    .execute()
  return rows.map((row) => row.attendeeId)
}
