import {
  RECEIPT_LINES_MAX,
  WAITING_SHOWN_MAX,
  type WaitingReason,
  type WaitingReceipt,
} from '@consilium/contract/batches/batch-receipts.ts'
import { sql } from 'kysely'
import { accountName } from '../../../domain/account-name.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Owner } from './receipt-repository.ts'
import { organizationFacts } from '../../organizations/service.ts'
import { fileFacts } from '../../files/service.ts'
import { agreementFacts, attendeeFacts } from '../../agreements/service.ts'

/** Why a receipt waits, and the lines that it may be of. */
export interface Waiting {
  reason: WaitingReason
  lineIds: readonly number[]
}

export interface NewWaiting extends Waiting {
  batchId: number
  fileId: number
  sha256: Buffer
  userId: number
  userName: string
}

const idsOf = (lineIds: readonly number[]) => lineIds.slice(0, RECEIPT_LINES_MAX)

/** Keeps a receipt without a line. Returns false if the batch keeps it already, which the index decides between imports at once. */
export async function insertWaiting(db: Db, waiting: NewWaiting): Promise<boolean> {
  const row = await db
    .insertInto('waiting_receipt')
    .values({
      batch_id: waiting.batchId,
      file_id: waiting.fileId,
      sha256: waiting.sha256,
      reason: waiting.reason,
      line_ids: idsOf(waiting.lineIds),
      user_id: waiting.userId,
      user_name: waiting.userName,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('waiting_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes what waits of this file in the batch. Returns the stored files, which nothing refers to any more. */
export async function deleteWaiting(
  db: Db,
  { batchId, sha256 }: { batchId: number; sha256: Buffer },
): Promise<number[]> {
  const rows = await db
    .deleteFrom('waiting_receipt')
    .where('batch_id', '=', batchId)
    .where('sha256', '=', sha256)
    .returning('file_id as fileId')
    .execute()
  return rows.map(({ fileId }) => fileId)
}

/** What became of reading a receipt, unless another reader was quicker. */
export async function settleUnread(db: Db, waitingId: number, { reason, lineIds }: Waiting): Promise<void> {
  await db
    .updateTable('waiting_receipt')
    .set({ reason, line_ids: idsOf(lineIds) })
    .where('waiting_id', '=', waitingId)
    .where('reason', '=', 'unread')
    .execute()
}

/** Why the receipts of a batch wait, by the SHA-256 of their files in hex. */
export async function waitingFiles(db: Db, batchId: number): Promise<Map<string, WaitingReason>> {
  const rows = await db
    .selectFrom('waiting_receipt')
    .select(['sha256', 'reason'])
    .where('batch_id', '=', batchId)
    .execute()
  return new Map(rows.map(({ sha256, reason }) => [sha256.toString('hex'), reason]))
}

export interface UnreadReceipt {
  waitingId: number
  fileId: number
  userId: number | null
  userName: string
}

/** The next receipt of a batch whose text is to be read. */
export const nextUnread = (db: Db, batchId: number, after: number): Promise<UnreadReceipt | undefined> =>
  db
    .selectFrom('waiting_receipt')
    .select(['waiting_id as waitingId', 'file_id as fileId', 'user_id as userId', 'user_name as userName'])
    .where('batch_id', '=', batchId)
    .where('reason', '=', 'unread')
    .where('waiting_id', '>', after)
    .orderBy('waiting_id')
    .limit(1)
    .executeTakeFirst()

/** Batches with receipts whose text is to be read. */
export const unreadBatches = (db: Db): Promise<{ batchId: number }[]> =>
  db
    .selectFrom('waiting_receipt')
    .select('batch_id as batchId')
    .distinct()
    .where('reason', '=', 'unread')
    .execute()

const owned = (db: Db, { mainUserId }: Owner) => {
  const rows = db
    .selectFrom('waiting_receipt as w')
    .innerJoin(fileFacts('s'), 's.file_id', 'w.file_id')
    .innerJoin('payment_batch as b', 'b.batch_id', 'w.batch_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'b.org_id')
  return mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)
}

export interface WaitingFile {
  waitingId: number
  batchId: number
  fileId: number
}

export const findWaiting = (db: Db, owner: Owner, waitingId: number): Promise<WaitingFile | undefined> =>
  owned(db, owner)
    .select(['w.waiting_id as waitingId', 'w.batch_id as batchId', 'w.file_id as fileId'])
    .where('w.waiting_id', '=', waitingId)
    .executeTakeFirst()

/** Deletes a receipt that waits. Returns its stored file, or undefined if it waits no more. */
export async function removeWaiting(db: Db, waitingId: number): Promise<number | undefined> {
  const row = await db
    .deleteFrom('waiting_receipt')
    .where('waiting_id', '=', waitingId)
    .returning('file_id as fileId')
    .executeTakeFirst()
  return row?.fileId
}

export const listWaiting = (db: Db, owner: Owner, batchId: number): Promise<WaitingReceipt[]> =>
  owned(db, owner)
    .select([
      'w.waiting_id as waitingId',
      'w.batch_id as batchId',
      's.original_name as fileName',
      'w.reason',
      sql<string>`coalesce(${accountName('w.user_id')}, w.user_name)`.as('userName'),
      'w.create_time as createTime',
      sql<WaitingReceipt['lines']>`coalesce((
        select jsonb_agg(jsonb_build_object('lineId', l.line_id, 'name', coalesce(a.signer_name, t.name),
          'netAmount', l.net_amount::text, 'receiptId', r.receipt_id) order by l.line_id)
        from payment_batch_line l
          join ${attendeeFacts('t')} on t.attendee_id = l.attendee_id
          left join ${agreementFacts('a')} on a.attendee_id = l.attendee_id
          left join payment_receipt r on r.line_id = l.line_id and r.replaced_time is null
        where l.line_id = any(w.line_ids)), '[]')`.as('lines'),
    ])
    .where('w.batch_id', '=', batchId)
    .orderBy(sql`w.reason = 'unread'`)
    .orderBy('w.waiting_id')
    .limit(WAITING_SHOWN_MAX)
    .execute()
