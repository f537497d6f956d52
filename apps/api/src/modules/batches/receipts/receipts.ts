import type { LineReceipt, ReceiptSums } from '@consilium/contract/batches/batch-receipts.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { requireBatch } from '../locking.ts'
import { ownedBy } from '../policy.ts'
import { attachTo } from './attaching.ts'
import { importReceipts } from './importing.ts'
import * as repository from './receipt-repository.ts'
import type { ReceiptScope } from './scope.ts'

/** Receipts of the bank for the lines of batches. */
export const createReceipts = (scope: ReceiptScope) => ({
  import: (actor: Actor, batchId: number, uploads: readonly Upload[]) =>
    importReceipts(scope, actor, batchId, uploads),

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
})
