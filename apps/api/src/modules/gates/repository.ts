import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import { auditedTitleOfAttendee } from '../../domain/titles.ts'
import { hasSigned } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { invoiceFacts, isDuplicate, originalProblemOf } from '../invoices/service.ts'
import type { AttendeeFact, Facts, InvoiceFact } from './facts.ts'
import { engagements } from '../agreements/service.ts'
import { fileFacts } from '../files/service.ts'
import { plansOfMeetings } from '../meetings/service.ts'
import { allocationFacts, lineFacts } from '../budgets/service.ts'
import { projectFacts } from '../projects/service.ts'

interface OfMeeting {
  meetingId: number
}

const among = (meetingIds: readonly number[]) => sql<number>`any(${[...meetingIds]}::bigint[])`

const attendeesOf = (
  db: Db,
  meetingIds: readonly number[],
  now: string,
): Promise<(AttendeeFact & OfMeeting)[]> =>
  engagements(db)
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
    .selectFrom(invoiceFacts('i'))
    .leftJoin(fileFacts('f'), 'f.file_id', 'i.file_id')
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
      isDuplicate('i').as('isDuplicate'),
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
    .selectFrom(projectFacts('p'))
    .select(['p.project_id as projectId', 'p.start_time as startTime', 'p.end_time as endTime'])
    .where('p.project_id', '=', among(projectIds))
    .execute()

const budgetsOf = (db: Db, projectIds: readonly number[]) =>
  db
    .selectFrom(lineFacts('b'))
    .select(['b.project_id as projectId', 'b.category'])
    .where('b.project_id', '=', among(projectIds))
    .orderBy('b.category')
    .execute()

const allocationsOf = (db: Db, meetingIds: readonly number[]) =>
  db
    .selectFrom(allocationFacts('b'))
    .select(['b.meeting_id as meetingId', 'b.category', 'b.amount'])
    .where('b.meeting_id', '=', among(meetingIds))
    .orderBy('b.category')
    .execute()

type Counts = Pick<Facts, 'meals' | 'materials' | 'supervisionRecords' | 'materialReviews'>

async function countRecords(db: Db, meetingIds: readonly number[]): Promise<(Counts & OfMeeting)[]> {
  const { rows } = await sql<Counts & OfMeeting>`
    select asked.meeting_id as "meetingId",
      (select coalesce(jsonb_object_agg(material_type, n), '{}') from (
        select m.material_type, count(*) as n from meeting_material m where m.meeting_id = asked.meeting_id group by 1
      ) by_type) as materials,
      (select coalesce(sum(i.total_amount), 0)::numeric(14, 2) from ${invoiceFacts('i')}
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
  const meetings = await plansOfMeetings(db, meetingIds)
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
