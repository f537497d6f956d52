import type { LineReceipt, ReceiptSums } from '@consilium/contract/batches/batch-receipts.ts'
import { sql } from 'kysely'
import { accountName } from '../../../domain/account-name.ts'
import type { Db } from '../../../infra/db/db.ts'
import { organizationFacts } from '../../organizations/service.ts'
import { fileFacts } from '../../files/service.ts'

export type Owner = { mainUserId?: number }

export interface ReceiptLine {
  lineId: number
  batchId: number
  attendeeId: number
  state: string
  entryId: number | null
}

/** The line, if it is of a batch of the payer. */
export function findLine(db: Db, { mainUserId }: Owner, lineId: number): Promise<ReceiptLine | undefined> {
  const rows = db
    .selectFrom('payment_batch_line as l')
    .innerJoin('payment_batch as b', 'b.batch_id', 'l.batch_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'b.org_id')
    .select([
      'l.line_id as lineId',
      'l.batch_id as batchId',
      'l.attendee_id as attendeeId',
      'l.state',
      'l.entry_id as entryId',
    ])
    .where('l.line_id', '=', lineId)
  return (mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)).executeTakeFirst()
}

/** Locks the line until the transaction ends, so that one receipt at a time is attached to it. */
export async function lockLine(db: Db, lineId: number): Promise<void> {
  await db
    .selectFrom('payment_batch_line')
    .select('line_id')
    .where('line_id', '=', lineId)
    .forUpdate()
    .executeTakeFirst()
}

/** The lines of a batch by the SHA-256, in hex, of the files that are or were their receipts. */
export async function knownFiles(db: Db, batchId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payment_receipt')
    .select(['line_id as lineId', 'sha256'])
    .where('batch_id', '=', batchId)
    .orderBy(sql`replaced_time is null`)
    .orderBy('receipt_id')
    .execute()
  return new Map(rows.map(({ lineId, sha256 }) => [sha256.toString('hex'), lineId]))
}

export interface NewReceipt {
  lineId: number
  batchId: number
  fileId: number
  sha256: Buffer
  userId: number | null
  userName: string
}

/**
 * Attaches a receipt. Returns undefined if the line has one, or the file is the current one of a line of the batch: the indexes
 * decide that between requests at once.
 */
export async function insertReceipt(db: Db, receipt: NewReceipt): Promise<number | undefined> {
  const row = await db
    .insertInto('payment_receipt')
    .values({
      line_id: receipt.lineId,
      batch_id: receipt.batchId,
      file_id: receipt.fileId,
      sha256: receipt.sha256,
      user_id: receipt.userId,
      user_name: receipt.userName,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('receipt_id as receiptId')
    .executeTakeFirst()
  return row?.receiptId
}

/** The current receipt of a line leaves its place to another one. Returns false if it is not the current one any more. */
export async function replaceReceipt(
  db: Db,
  { lineId, receiptId, time }: { lineId: number; receiptId: number; time: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_receipt')
    .set({ replaced_time: time })
    .where('receipt_id', '=', receiptId)
    .where('line_id', '=', lineId)
    .where('replaced_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the file is the current receipt of a line of the batch. */
export const isCurrent = async (db: Db, batchId: number, sha256: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('payment_receipt')
    .select('receipt_id')
    .where('batch_id', '=', batchId)
    .where('sha256', '=', sha256)
    .where('replaced_time', 'is', null)
    .executeTakeFirst()) !== undefined

const receipts = (db: Db, { mainUserId }: Owner) => {
  const rows = db
    .selectFrom('payment_receipt as r')
    .innerJoin(fileFacts('s'), 's.file_id', 'r.file_id')
    .innerJoin('payment_batch as b', 'b.batch_id', 'r.batch_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'b.org_id')
    .select([
      'r.receipt_id as receiptId',
      'r.line_id as lineId',
      's.original_name as fileName',
      sql<string>`encode(r.sha256, 'hex')`.as('sha256'),
      sql<string>`coalesce(${accountName('r.user_id')}, r.user_name)`.as('userName'),
      'r.create_time as createTime',
      'r.replaced_time as replacedTime',
      'r.file_id as fileId',
    ])
  return mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)
}

export type ReceiptRow = LineReceipt & { fileId: number }

export const findReceipt = (db: Db, owner: Owner, receiptId: number): Promise<ReceiptRow | undefined> =>
  receipts(db, owner).where('r.receipt_id', '=', receiptId).executeTakeFirst()

/** The current one first, then the others, the latest first. */
export const receiptsOf = (db: Db, owner: Owner, lineId: number): Promise<ReceiptRow[]> =>
  receipts(db, owner)
    .where('r.line_id', '=', lineId)
    .orderBy(sql`r.replaced_time desc nulls first`)
    .orderBy('r.receipt_id', 'desc')
    .execute()

export async function sumsOf(db: Db, batchId: number): Promise<ReceiptSums> {
  const { rows } = await sql<ReceiptSums>`
    select count(*)::int as lines, count(r.receipt_id)::int as attached,
      (count(*) - count(r.receipt_id))::int as missing,
      (select count(*)::int from waiting_receipt w
        where w.batch_id = ${batchId} and w.reason = 'unread') as unread,
      (select count(*)::int from waiting_receipt w
        where w.batch_id = ${batchId} and w.reason <> 'unread') as waiting
    from payment_batch_line l
      left join payment_receipt r on r.line_id = l.line_id and r.replaced_time is null
    where l.batch_id = ${batchId} and l.state in ('exported', 'paid')`.execute(db)
  return rows[0]!
}
