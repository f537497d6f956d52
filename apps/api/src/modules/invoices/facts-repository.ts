import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'

const INVOICE = part
  .selectFrom('meeting_invoice')
  .select([
    'record_id',
    'meeting_id',
    'file_id',
    'invoice_type',
    'invoice_code',
    'invoice_number',
    'issue_date',
    'buyer_name',
    'buyer_tax_id',
    'seller_name',
    'seller_tax_id',
    'total_amount',
    'expense_category',
    'verification_state',
    'recognized',
    'needs_review',
    'version',
  ])

/** An invoice of a meeting: what it says, its file, how it was read and verified, and whether somebody has to look at it. */
export const invoiceFacts = <A extends string>(alias: A) => INVOICE.as(alias)

/** SQL expression: the invoice is used elsewhere, too. The alias stands for `invoiceFacts`. */
export const isDuplicate = (alias: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from invoice_duplicate same where same.record_id = ${sql.ref(`${alias}.record_id`)})`

/** SQL expression: the invoice is accepted: read without doubt or reviewed, and used nowhere else. */
export const isAccepted = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(not ${sql.ref(`${alias}.needs_review`)} and not ${isDuplicate(alias)})`

/** Whether an invoice of a meeting is the same, by its number and code or by its file. */
export async function isOfMeeting(
  db: Db,
  {
    invoiceCode,
    invoiceNumber,
    sha256,
  }: { invoiceCode: string | null; invoiceNumber: string; sha256: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (
      select from invoice_ledger l join meeting_invoice a on a.record_id = l.record_id
      where l.use_key = 'file:' || encode(${sha256}::bytea, 'hex') || '/1'
        or (l.use_key = invoice_use_key(null, ${invoiceNumber})
          and is_same_invoice(l.use_key, a.invoice_code, ${invoiceCode}))
    ) as "isUsed"`.execute(db)
  return rows[0]!.isUsed
}
