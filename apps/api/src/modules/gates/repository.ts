import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import { auditedTitleOfAttendee } from '../../domain/titles.ts'
import { hasSigned } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { originalProblemOf } from '../invoices/service.ts'
import type { AttendeeFact, Facts, InvoiceFact, Subject } from './facts.ts'

interface OfMeeting {
  meetingId: number
}

const among = (meetingIds: readonly number[]) => sql<number>`any(${[...meetingIds]}::bigint[])`

const subjectsOf = (db: Db, meetingIds: readonly number[]): Promise<(Subject & { projectId: number })[]> =>
  db
    .selectFrom('meeting')
    .select([
      'meeting_id as meetingId',
      'project_id as projectId',
      'current_stage as currentStage',
      'exec_user_id as execUserId',
      'labor_budget as laborBudget',
      'invitation_title as invitationTitle',
      'invitation_content as invitationContent',
      'schedule_start_time as scheduleStartTime',
      'schedule_end_time as scheduleEndTime',
      'schedule_location as scheduleLocation',
      'supervision_mode as supervisionMode',
      'supervision_user_name as supervisionUserName',
    ])
    .where('meeting_id', '=', among(meetingIds))
    .execute()

/** The stage of each meeting. */
export async function stagesOf(db: Db, meetingIds: readonly number[]): Promise<Map<number, MeetingStage>> {
  const rows = await db
    .selectFrom('meeting')
    .select(['meeting_id as meetingId', 'current_stage as currentStage'])
    .where('meeting_id', '=', among(meetingIds))
    .execute()
  return new Map(rows.map(({ meetingId, currentStage }) => [meetingId, currentStage]))
}

const attendeesOf = (
  db: Db,
  meetingIds: readonly number[],
  now: string,
): Promise<(AttendeeFact & OfMeeting)[]> =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin('labor_agreement as a', 'a.attendee_id', 't.attendee_id')
    .select([
      't.meeting_id as meetingId',
      't.attendee_id as attendeeId',
      't.expert_id as expertId',
      't.name',
      hasSigned('a').as('isSigned'),
      'a.payable_amount as payable',
      't.title',
      auditedTitleOfAttendee.as('auditedTitle'),
      sql<number>`cardinality(t.on_site_photos)`.as('photos'),
    ])
    .where('t.meeting_id', '=', among(meetingIds))
    .where(countsAt(now))
    .orderBy('t.attendee_id')
    .execute()

async function invoicesOf(db: Db, meetingIds: readonly number[]): Promise<(InvoiceFact & OfMeeting)[]> {
  const rows = await db
    .selectFrom('meeting_invoice as i')
    .leftJoin('stored_file as f', 'f.file_id', 'i.file_id')
    .select([
      'i.meeting_id as meetingId',
      'i.record_id as recordId',
      'i.version',
      'i.invoice_type as invoiceType',
      'i.invoice_code as invoiceCode',
      'i.invoice_number as invoiceNumber',
      'i.issue_date as issueDate',
      'i.buyer_name as buyerName',
      'i.buyer_tax_id as buyerTaxId',
      'i.seller_name as sellerName',
      'i.seller_tax_id as sellerTaxId',
      'i.total_amount as totalAmount',
      'i.expense_category as expenseCategory',
      'i.verification_state as verificationState',
      'f.media_type as mediaType',
      sql<FileSignature | null>`i.recognized -> 'signature'`.as('signature'),
      'i.needs_review as needsReview',
      sql<boolean>`exists (select 1 from invoice_duplicate d where d.record_id = i.record_id)`.as(
        'isDuplicate',
      ),
    ])
    .where('i.meeting_id', '=', among(meetingIds))
    .orderBy('i.record_id')
    .execute()
  return rows.map(({ mediaType, signature, ...row }) => ({
    ...row,
    originalProblem: originalProblemOf(row.invoiceType, mediaType, signature),
  }))
}

const projectsOf = (db: Db, projectIds: readonly number[]) =>
  db
    .selectFrom('project')
    .select(['project_id as projectId', 'start_time as startTime', 'end_time as endTime'])
    .where('project_id', '=', among(projectIds))
    .execute()

const budgetsOf = (db: Db, projectIds: readonly number[]) =>
  db
    .selectFrom('budget_line')
    .select(['project_id as projectId', 'category'])
    .where('project_id', '=', among(projectIds))
    .orderBy('category')
    .execute()

const allocationsOf = (db: Db, meetingIds: readonly number[]) =>
  db
    .selectFrom('budget_allocation')
    .select(['meeting_id as meetingId', 'category', 'amount'])
    .where('meeting_id', '=', among(meetingIds))
    .orderBy('category')
    .execute()

type Counts = Pick<Facts, 'meals' | 'materials' | 'supervisionRecords' | 'materialReviews'>

async function countRecords(db: Db, meetingIds: readonly number[]): Promise<(Counts & OfMeeting)[]> {
  const { rows } = await sql<Counts & OfMeeting>`
    select asked.meeting_id as "meetingId",
      (select coalesce(jsonb_object_agg(material_type, n), '{}') from (
        select m.material_type, count(*) as n from meeting_material m where m.meeting_id = asked.meeting_id group by 1
      ) by_type) as materials,
      (select coalesce(sum(i.total_amount), 0)::numeric(14, 2) from meeting_invoice i
        where i.meeting_id = asked.meeting_id and i.expense_category = 'meals') as meals,
      (select count(*) from meeting_supervisor_record r where r.meeting_id = asked.meeting_id) as "supervisionRecords",
      (select count(*) from meeting_audit_log l where l.meeting_id = asked.meeting_id) as "materialReviews"
    from unnest(${[...meetingIds]}::bigint[]) as asked (meeting_id)`.execute(db)
  return rows
}

export type Records = Omit<Facts, 'attendance' | 'allowed' | 'overBudget' | 'payers' | 'today'>

const byMeeting = <Row extends OfMeeting>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ meetingId }) => meetingId)

/** Reads what the checks look at, of each meeting. */
export async function readRecords(
  db: Db,
  meetingIds: readonly number[],
  now: string,
): Promise<Map<number, Records>> {
  const meetings = await subjectsOf(db, meetingIds)
  const projectIds = [...new Set(meetings.map(({ projectId }) => projectId))]
  const attendees = byMeeting(await attendeesOf(db, meetingIds, now))
  const invoices = byMeeting(await invoicesOf(db, meetingIds))
  const projects = new Map((await projectsOf(db, projectIds)).map((project) => [project.projectId, project]))
  const lines = Map.groupBy(await budgetsOf(db, projectIds), ({ projectId }) => projectId)
  const allocations = byMeeting(await allocationsOf(db, meetingIds))
  const counts = new Map((await countRecords(db, meetingIds)).map((row) => [row.meetingId, row]))
  return new Map(
    meetings.map(({ projectId, ...meeting }) => {
      const { meetingId } = meeting
      const { materials, meals, supervisionRecords, materialReviews } = counts.get(meetingId)!
      const { startTime, endTime } = projects.get(projectId)!
      return [
        meetingId,
        {
          meeting,
          attendees: attendees.get(meetingId) ?? [],
          invoices: invoices.get(meetingId) ?? [],
          project: { startTime, endTime },
          budgetCategories: (lines.get(projectId) ?? []).map(({ category }) => category),
          allocations: allocations.get(meetingId) ?? [],
          materials,
          meals,
          supervisionRecords,
          materialReviews,
        },
      ]
    }),
  )
}

/** The meetings of these attendees. */
export async function meetingsOf(db: Db, attendeeIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('meeting_attendee')
    .select('meeting_id as meetingId')
    .distinct()
    .where('attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .orderBy('meeting_id')
    .execute()
  return rows.map(({ meetingId }) => meetingId)
}
