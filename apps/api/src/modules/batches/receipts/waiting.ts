import type {
  LineReceipt,
  ReceiptAssignment,
  WaitingReceipt,
} from '@consilium/contract/batches/batch-receipts.ts'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import { Refusal, refuseField } from '../../../infra/refusal.ts'
import { ownedBy } from '../policy.ts'
import { attach, byActor, PDF, shownReceipt } from './attaching.ts'
import { findLine, isCurrent } from './receipt-repository.ts'
import type { ReceiptScope } from './scope.ts'
import * as repository from './waiting-repository.ts'
import type { Waiting } from './waiting-repository.ts'

interface Kept extends Waiting {
  batchId: number
  sha256: Buffer
  bytes: Buffer
  fileName: string
}

/** Keeps a receipt that is attached to no line, unless the batch has it. */
export async function keepWaiting(scope: ReceiptScope, actor: Actor, kept: Kept): Promise<void> {
  const { db, files } = scope
  const { batchId, sha256, bytes, fileName, reason, lineIds } = kept
  const { userId, userName } = actor
  const staged = await files.stage({
    bytes,
    originalName: fileName,
    mediaType: PDF,
    userId: null,
    personal: true,
  })
  const isKept = await inTransaction(db, async (trx) => {
    if (await isCurrent(trx, batchId, sha256)) return false
    await files.commit(trx, staged)
    const row = { batchId, fileId: staged.fileId, sha256, reason, lineIds, userId, userName }
    if (!(await repository.insertWaiting(trx, row))) throw new WaitsAlready()
    return true
  }).catch((error: unknown) => {
    if (error instanceof WaitsAlready) return false
    throw error
  })
  if (!isKept) await files.discard([staged])
}

/** Another import was quicker; what this one wrote is undone. */
class WaitsAlready extends Error {}

export const listWaiting = ({ db }: ReceiptScope, actor: Actor, batchId: number): Promise<WaitingReceipt[]> =>
  repository.listWaiting(db, ownedBy(actor), batchId)

async function requireWaiting({ db }: ReceiptScope, actor: Actor, waitingId: number) {
  const found = await repository.findWaiting(db, ownedBy(actor), waitingId)
  if (!found) throw refuseField('NOT_FOUND', 'waitingId')
  return found
}

/** Attaches a receipt that waits to the line that a person says. Of several at once one attaches it. */
export async function assignWaiting(
  scope: ReceiptScope,
  actor: Actor,
  {
    waitingId,
    lineId,
    replaces = null,
  }: Omit<ReceiptAssignment, 'replaces'> & { replaces?: number | null | undefined },
): Promise<LineReceipt> {
  const { batchId, fileId } = await requireWaiting(scope, actor, waitingId)
  const line = await findLine(scope.db, ownedBy(actor), lineId)
  if (line?.batchId !== batchId) throw refuseField('NOT_FOUND', 'lineId')
  const { bytes, name } = await scope.files.readAll(fileId)
  const receiptId = await attach(scope, byActor(actor), { lineId, bytes, fileName: name, replaces })
  return shownReceipt(scope, actor, receiptId)
}

export async function discardWaiting(scope: ReceiptScope, actor: Actor, waitingId: number): Promise<null> {
  await requireWaiting(scope, actor, waitingId)
  await inTransaction(scope.db, async (trx) => {
    const fileId = await repository.removeWaiting(trx, waitingId)
    if (fileId === undefined) throw new Refusal('NOT_FOUND')
    await scope.files.release(trx, [fileId])
  })
  return null
}

export async function openWaiting(scope: ReceiptScope, actor: Actor, waitingId: number): Promise<FileAnswer> {
  const { fileId } = await requireWaiting(scope, actor, waitingId)
  return { ...(await scope.files.open(fileId)), inline: false }
}
