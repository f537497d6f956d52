import type { MeetingStage } from '@consilium/contract/meetings.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import { auditedTitleOfAttendee } from '../../domain/titles.ts'
import { hasSigned } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
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

const invoicesOf = (db: Db, meetingId: number): Promise<InvoiceFact[]> =>
  db
    .selectFrom('meeting_invoice as i')
    .select([
      'i.record_id as recordId',
      'i.version',
      'i.invoice_number as invoiceNumber',
      'i.buyer_name as buyerName',
      'i.needs_review as needsReview',
      sql<boolean>`exists (select 1 from invoice_duplicate d where d.record_id = i.record_id)`.as(
        'isDuplicate',
      ),
    ])
    .where('i.meeting_id', '=', meetingId)
    .orderBy('i.record_id')
    .execute()

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
): Promise<Pick<Facts, 'meeting' | 'attendees' | 'invoices'> & Counts> {
  const meeting = await subjectOf(db, meetingId)
  const attendees = await attendeesOf(db, meetingId, now)
  const invoices = await invoicesOf(db, meetingId)
  return { meeting, attendees, invoices, ...(await countRecords(db, meetingId)) }
}
