import type { LineReceipt } from '@consilium/contract/batches/batch-receipts.ts'
import { paymentEvents } from '@consilium/contract/events/payments.ts'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { Refusal, refuseField } from '../../../infra/refusal.ts'
import { ownedBy } from '../policy.ts'
import { SENT } from '../sent-lines.ts'
import { faultOf, hashOf, tooLarge } from './receipt-files.ts'
import { RECEIPT_MAX_MIB } from '@consilium/contract/batches/batch-receipts.ts'
import * as repository from './receipt-repository.ts'
import type { ReceiptLine } from './receipt-repository.ts'
import type { ReceiptScope } from './scope.ts'
import * as waiting from './waiting-repository.ts'

const MIB = 1024 * 1024
export const PDF = 'application/pdf'

/** The line, which the bank was told of. Throws NOT_FOUND and BATCH_STATE. */
async function requireLine(
  db: Db,
  owner: repository.Owner,
  lineId: number,
): Promise<ReceiptLine & { entryId: number }> {
  const line = await repository.findLine(db, owner, lineId)
  if (!line) throw refuseField('NOT_FOUND', 'lineId')
  const { entryId, state } = line
  if (entryId === null || !SENT.some((sent) => sent === state)) throw new Refusal('BATCH_STATE')
  return { ...line, entryId }
}

export const isRefused = (
  error: unknown,
  name: 'RECEIPT_KNOWN' | 'RECEIPT_CHANGED' | 'BATCH_STATE',
): boolean => error instanceof Refusal && error.error === name

/** Who attaches: the caller within the own records, or the service for somebody who has imported. */
export interface By {
  owner: repository.Owner
  userId: number | null
  userName: string
}

export const byActor = (actor: Actor): By => ({
  owner: ownedBy(actor),
  userId: actor.userId,
  userName: actor.userName,
})

interface Attaching {
  lineId: number
  bytes: Buffer
  fileName: string
  /** The receipt whose place it takes; null for a line without one. */
  replaces: number | null
}

/**
 * Stores a PDF as the receipt of a line. Throws RECEIPT_KNOWN if it is the receipt of a line of the batch already, and
 * RECEIPT_CHANGED if the line has another receipt than the one to replace. The file waits for no line any more.
 */
export async function attach(
  scope: ReceiptScope,
  { owner, userId, userName }: By,
  { lineId, bytes, fileName, replaces }: Attaching,
): Promise<number> {
  const { db, files, eventLog, clock } = scope
  await requireLine(db, owner, lineId)
  const sha256 = hashOf(bytes)
  const staged = await files.stage({
    bytes,
    originalName: fileName,
    mediaType: PDF,
    userId: null,
    personal: true,
  })
  try {
    return await inTransaction(db, async (trx) => {
      await repository.lockLine(trx, lineId)
      const { batchId, attendeeId, entryId } = await requireLine(trx, owner, lineId)
      if (await repository.isCurrent(trx, batchId, sha256)) throw new Refusal('RECEIPT_KNOWN')
      const left = { lineId, receiptId: replaces ?? 0, time: clock.wire() }
      if (replaces !== null && !(await repository.replaceReceipt(trx, left)))
        throw new Refusal('RECEIPT_CHANGED')
      await files.commit(trx, staged)
      const receipt = { lineId, batchId, fileId: staged.fileId, sha256, userId, userName }
      const receiptId = await repository.insertReceipt(trx, receipt)
      if (receiptId === undefined) throw new Refusal('RECEIPT_CHANGED')
      await files.release(trx, await waiting.deleteWaiting(trx, { batchId, sha256 }))
      await eventLog.record(trx, paymentEvents.receiptAttached, {
        recordId: entryId,
        actorId: userId,
        fields: { attendeeId, lineId, receiptId, isReplacement: replaces !== null },
      })
      return receiptId
    })
  } catch (error) {
    // Only a refusal proves that nothing was committed.
    if (error instanceof Refusal) await files.discard([staged])
    throw error
  }
}

/** Attaches an uploaded PDF to a line, beside the former receipt that it replaces. */
export async function attachTo(
  scope: ReceiptScope,
  actor: Actor,
  { lineId, replaces = null }: { lineId: number; replaces?: number | null | undefined },
  { originalName, use }: Upload,
): Promise<LineReceipt> {
  const receiptId = await use(async (bytes) => {
    if (bytes.length > RECEIPT_MAX_MIB * MIB) throw tooLarge()
    const fault = faultOf(bytes)
    if (fault === 'notPdf') throw refuseField('FILE_TYPE_REFUSED', 'file')
    if (fault === 'damaged') throw new Refusal('RECEIPT_DAMAGED')
    return attach(scope, byActor(actor), { lineId, bytes, fileName: originalName, replaces })
  })
  return shownReceipt(scope, actor, receiptId)
}

export async function shownReceipt(
  scope: ReceiptScope,
  actor: Actor,
  receiptId: number,
): Promise<LineReceipt> {
  const receipt = await repository.findReceipt(scope.db, ownedBy(actor), receiptId)
  if (!receipt) throw new Refusal('NOT_FOUND')
  const { fileId: _file, ...shown } = receipt
  return shown
}
