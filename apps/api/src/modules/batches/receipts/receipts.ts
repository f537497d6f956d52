import type {
  LineReceipt,
  ReceiptAssignment,
  ReceiptSums,
} from '@consilium/contract/batches/batch-receipts.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import type { JobQueue, Jobs } from '../../../infra/jobs/jobs.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { requireBatch } from '../locking.ts'
import { ownedBy } from '../policy.ts'
import { attachTo } from './attaching.ts'
import { importReceipts } from './importing.ts'
import { readingOf, readUnread, type ReadingJob } from './reading.ts'
import * as repository from './receipt-repository.ts'
import type { ReceiptScope } from './scope.ts'
import { assignWaiting, discardWaiting, listWaiting, openWaiting } from './waiting.ts'
import { unreadBatches } from './waiting-repository.ts'

/** One receipt is read at a time, as reading has workers of its own that others wait for. */
const QUEUE = { name: 'payment-receipts', concurrency: 1, expireSeconds: 900 } as const

/** Receipts of the bank for the lines of batches. */
export function createReceipts(jobs: Jobs, scope: ReceiptScope) {
  const queue: JobQueue<ReadingJob> = jobs.queue<ReadingJob>({
    ...QUEUE,
    handler: (job, run) => readUnread(scope, queue, job, run),
  })
  return {
    import: (actor: Actor, batchId: number, uploads: readonly Upload[]) =>
      importReceipts(scope, queue, actor, batchId, uploads),

    waiting: (actor: Actor, batchId: number) => listWaiting(scope, actor, batchId),
    assign: (actor: Actor, body: ReceiptAssignment) => assignWaiting(scope, actor, body),
    discard: (actor: Actor, waitingId: number) => discardWaiting(scope, actor, waitingId),
    waitingFile: (actor: Actor, waitingId: number) => openWaiting(scope, actor, waitingId),

    attach: (
      actor: Actor,
      line: { lineId: number; replaces?: number | undefined },
      upload: Upload,
    ): Promise<LineReceipt> => attachTo(scope, actor, line, upload),

    async ofLine(actor: Actor, lineId: number): Promise<LineReceipt[]> {
      if (!(await repository.findLine(scope.db, ownedBy(actor), lineId))) throw new Refusal('NOT_FOUND')
      const rows = await repository.receiptsOf(scope.db, ownedBy(actor), lineId)
      return rows.map(({ fileId: _file, ...shown }) => shown)
    },

    async sums(actor: Actor, batchId: number): Promise<ReceiptSums> {
      await requireBatch(scope, actor, batchId)
      return repository.sumsOf(scope.db, batchId)
    },

    async file(actor: Actor, receiptId: number): Promise<FileAnswer> {
      const receipt = await repository.findReceipt(scope.db, ownedBy(actor), receiptId)
      if (!receipt) throw new Refusal('NOT_FOUND')
      return { ...(await scope.files.open(receipt.fileId)), inline: false }
    },

    /** Sends batches with receipts to be read that have no job. */
    async requeue(): Promise<void> {
      const unread = async (within: Db) => (await unreadBatches(within)).map(readingOf)
      await queue.sendLost(scope.db, unread, ({ batchId }) => String(batchId))
    },
  }
}
