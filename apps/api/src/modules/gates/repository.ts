import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import type { Counts } from './checks.ts'

/** Counts the records of one meeting, whoever may see them. */
export async function countRecords(db: Db, meetingId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from meeting_material
        where meeting_id = ${meetingId} and material_type = 'signIn') as "signInSheets",
      (select count(*) from meeting_material
        where meeting_id = ${meetingId} and material_type = 'photo') as "photos",
      (select count(*) from meeting_supervisor_record
        where meeting_id = ${meetingId}) as "supervisionRecords",
      (select count(*) from meeting_invoice
        where meeting_id = ${meetingId}) as "invoices",
      (select count(*) from meeting_invoice i
        where i.meeting_id = ${meetingId}
          and exists (select 1 from invoice_duplicate d where d.record_id = i.record_id)) as "duplicateInvoices",
      (select count(*) from meeting_audit_log
        where meeting_id = ${meetingId}) as "materialReviews"`.execute(db)
  return rows[0]!
}
