import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import { auditedTitleOfAttendee } from '../../domain/titles.ts'
import { hasSigned } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { originalProblemOf } from '../invoices/service.ts'
import type { AttendeeFact, Facts, InvoiceFact, Subject } from './facts.ts'

const subjectOf = (db: Db, meetingId: number): Promise<Subject> =>
  db
    .selectFrom('meeting')
    .select([
      'meeting_id as meetingId',
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
    .where('meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow()

export async function stageOf(db: Db, meetingId: number): Promise<MeetingStage> {
  const row = await db
    .selectFrom('meeting')
    .select('current_stage')
    .where('meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow()
  return row.current_stage
}

const attendeesOf = (db: Db, meetingId: number, now: string): Promise<AttendeeFact[]> =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin('labor_agreement as a', 'a.attendee_id', 't.attendee_id')
    .select([
      't.attendee_id as attendeeId',
      't.expert_id as expertId',
      't.name',
      hasSigned('a').as('isSigned'),
      'a.payable_amount as payable',
      't.title',
      auditedTitleOfAttendee.as('auditedTitle'),
      sql<number>`cardinality(t.on_site_photos)`.as('photos'),
    ])
    .where('t.meeting_id', '=', meetingId)
    .where(countsAt(now))
    .orderBy('t.attendee_id')
    .execute()

async function invoicesOf(db: Db, meetingId: number): Promise<InvoiceFact[]> {
  const rows = await db
    .selectFrom('meeting_invoice as i')
    .leftJoin('stored_file as f', 'f.file_id', 'i.file_id')
    .select([
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
    .where('i.meeting_id', '=', meetingId)
    .orderBy('i.record_id')
    .execute()
  return rows.map(({ mediaType, signature, ...row }) => ({
    ...row,
    originalProblem: originalProblemOf(row.invoiceType, mediaType, signature),
  }))
}

/** The project's period and budget, and what the meeting may spend of it. */
async function plansOf(
  db: Db,
  meetingId: number,
): Promise<Pick<Facts, 'project' | 'budgetCategories' | 'allocations'>> {
  const project = await db
    .selectFrom('meeting as m')
    .innerJoin('project as p', 'p.project_id', 'm.project_id')
    .select(['p.project_id as projectId', 'p.start_time as startTime', 'p.end_time as endTime'])
    .where('m.meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('budget_line')
    .select('category')
    .where('project_id', '=', project.projectId)
    .orderBy('category')
    .execute()
  const allocations = await db
    .selectFrom('budget_allocation')
    .select(['category', 'amount'])
    .where('meeting_id', '=', meetingId)
    .orderBy('category')
    .execute()
  return { project, budgetCategories: lines.map(({ category }) => category), allocations }
}

type Counts = Pick<Facts, 'meals' | 'materials' | 'supervisionRecords' | 'materialReviews'>

async function countRecords(db: Db, meetingId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select coalesce(jsonb_object_agg(material_type, n), '{}') from (
        select material_type, count(*) as n from meeting_material where meeting_id = ${meetingId} group by 1
      ) by_type) as materials,
      (select coalesce(sum(total_amount), 0)::numeric(14, 2) from meeting_invoice
        where meeting_id = ${meetingId} and expense_category = 'meals') as meals,
      (select count(*) from meeting_supervisor_record where meeting_id = ${meetingId}) as "supervisionRecords",
      (select count(*) from meeting_audit_log where meeting_id = ${meetingId}) as "materialReviews"`.execute(
    db,
  )
  return rows[0]!
}

/** Reads what the checks look at, of one meeting. */
export async function readRecords(
  db: Db,
  meetingId: number,
  now: string,
): Promise<Omit<Facts, 'attendance' | 'allowed' | 'overBudget' | 'payers' | 'today'>> {
  const meeting = await subjectOf(db, meetingId)
  const attendees = await attendeesOf(db, meetingId, now)
  const invoices = await invoicesOf(db, meetingId)
  const plans = await plansOf(db, meetingId)
  return { meeting, attendees, invoices, ...plans, ...(await countRecords(db, meetingId)) }
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
