import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { organizationFacts } from '../organizations/service.ts'
import { entryFacts } from '../payments/service.ts'

type Owner = { mainUserId?: number }

export interface NewInvoice {
  entryId: number
  fileId: number
  sha256: Buffer
  invoiceCode: string | null
  invoiceNumber: string
  issueDate: string | null
  sellerName: string
  buyerName: string | null
  totalAmount: string
  userId: number
  userName: string
}

/** Invoices of payments that were reversed serve none, so that they are free for the payment that follows. */
export async function freeOfReversed(
  db: Db,
  { invoiceNumber, sha256, time }: Pick<NewInvoice, 'invoiceNumber' | 'sha256'> & { time: string },
): Promise<void> {
  await sql`
    update payment_invoice i set released_time = ${time}
    from ${entryFacts('e')}
    where e.entry_id = i.entry_id and not e.is_live and i.released_time is null
      and (i.use_key = invoice_use_key(null, ${invoiceNumber}) or i.sha256 = ${sha256})`.execute(db)
}

/** Keeps the invoice of a payment. Returns undefined if the payment has one, or the invoice serves another payment. */
export async function insertInvoice(db: Db, invoice: NewInvoice): Promise<number | undefined> {
  const row = await db
    .insertInto('payment_invoice')
    .values({
      entry_id: invoice.entryId,
      file_id: invoice.fileId,
      sha256: invoice.sha256,
      invoice_code: invoice.invoiceCode,
      invoice_number: invoice.invoiceNumber,
      issue_date: invoice.issueDate,
      seller_name: invoice.sellerName,
      buyer_name: invoice.buyerName,
      total_amount: invoice.totalAmount,
      user_id: invoice.userId,
      user_name: invoice.userName,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('invoice_id as invoiceId')
    .executeTakeFirst()
  return row?.invoiceId
}

export const hasInvoice = async (db: Db, entryId: number): Promise<boolean> =>
  (await db
    .selectFrom('payment_invoice')
    .select('invoice_id')
    .where('entry_id', '=', entryId)
    .where('released_time', 'is', null)
    .executeTakeFirst()) !== undefined

export interface InvoicePlace {
  invoiceId: number
  entryId: number
  fileId: number
  attendeeId: number
}

/** A current invoice of a payment of the payer. */
export function findInvoice(
  db: Db,
  { mainUserId }: Owner,
  invoiceId: number,
): Promise<InvoicePlace | undefined> {
  const rows = db
    .selectFrom('payment_invoice as i')
    .innerJoin(entryFacts('e'), 'e.entry_id', 'i.entry_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .select([
      'i.invoice_id as invoiceId',
      'i.entry_id as entryId',
      'i.file_id as fileId',
      'e.attendee_id as attendeeId',
    ])
    .where('i.invoice_id', '=', invoiceId)
    .where('i.released_time', 'is', null)
  return (mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)).executeTakeFirst()
}

/** Takes an invoice away from its payment. Returns false if somebody has done so. */
export async function releaseInvoice(db: Db, invoiceId: number, time: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_invoice')
    .set({ released_time: time })
    .where('invoice_id', '=', invoiceId)
    .where('released_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
