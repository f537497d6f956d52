import { createHash } from 'node:crypto'
import type { BankPreset } from '@consilium/contract/bank-files/bank-files.ts'
import { RELEASE_PROOF_MINUTES } from '@consilium/contract/batches/batch-access.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal } from '../../infra/refusal.ts'
import { drawBankFile } from '../bank-files/service.ts'
import { sumOf } from './amounts.ts'
import { paymentsOf } from './bank-payments.ts'
import { askRelease, beginRelease, isStaleNow } from './approving.ts'
import * as lines from './line-repository.ts'
import type { LineRow } from './line-repository.ts'
import { quotesOf, reasonFor, refuseState, requireBatch } from './locking.ts'
import { ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { WorkRow } from './repository.ts'
import type { Scope } from './scope.ts'

const LINES_AT_ONCE = 100

/** Begins to release a batch as another person than locked it, which the row itself decides, or asks for it where steps hold. */
export async function startReleasing(scope: Scope, actor: Actor, batchId: number): Promise<void> {
  const { db } = scope
  const batch = await requireBatch(scope, actor, batchId)
  await scope.accounts.confirmation.requireSecondFactor(actor, RELEASE_PROOF_MINUTES)
  if (batch.state === 'locked' && batch.work === null) {
    if (batch.lockedBy === actor.userId) throw new Refusal('SAME_PERSON')
    if (batch.isStale || (await isStaleNow(scope, db, batch))) throw new Refusal('BATCH_STALE')
  }
  const { userId, userName } = actor
  const isBegun = await inTransaction(db, async (trx) => {
    await repository.lockBatch(trx, batchId)
    const now = await repository.findBatch(trx, ownedBy(actor), batchId)
    const isLocked = now?.state === 'locked' && now.work === null
    if (isLocked && (await askRelease(scope, trx, actor, now))) return true
    return beginRelease(scope, trx, batchId, { userId, userName })
  })
  if (!isBegun) await refuseState(scope, actor, batchId)
}

/** Settles all lines once more, to see that each bears what it was locked with. */
async function isAsLocked(scope: Scope, work: WorkRow): Promise<boolean> {
  const { db } = scope
  const quotes = quotesOf(scope, work)
  for (let after = 0; ;) {
    const chunk = await lines.linesAfter(db, {
      batchId: work.batchId,
      state: 'locked',
      after,
      max: LINES_AT_ONCE,
    })
    if (chunk.length === 0) return true
    after = chunk.at(-1)!.lineId
    const isSame = await inTransaction(db, async (trx) => {
      const quoteOf = await quotes.read(
        trx,
        chunk.map(({ attendeeId }) => attendeeId),
      )
      for (const { attendeeId, netAmount } of chunk) {
        const quote = quoteOf(attendeeId)
        if (quote.netAmount !== netAmount) return false
        quotes.keep(quote)
      }
      return true
    }).catch((error: unknown) => {
      reasonFor(error)
      return false
    })
    if (!isSame) return false
  }
}

/** Records the payment of a line with what it was locked with; a line that cannot be paid any more is left out. */
async function recordLine(scope: Scope, work: WorkRow, line: LineRow): Promise<void> {
  const { lineId, attendeeId, netAmount } = line
  const { mainUserId, paidDate, releasedBy } = work
  if (!releasedBy) throw new RangeError('a batch is released by somebody')
  const by = { ...releasedBy, owner: { mainUserId }, lineId }
  try {
    await inTransaction(scope.db, async (trx) => {
      const entryId = await scope.payments.record(trx, by, { attendeeId, paidDate, netAmount })
      await lines.moveLines(trx, [lineId], { from: ['locked'], to: 'exported' }, { entryId })
    })
  } catch (error) {
    const reason = reasonFor(error)
    await inTransaction(scope.db, async (trx) => {
      await lines.refuseLines(trx, [{ lineId, reasons: [reason] }], 'dropped')
      await scope.payments.free(trx, [lineId])
    })
  }
}

const NOT_IN_FILE_NAMES = /[^\p{L}\p{N}]+/gu

/** Built-in forms by their ids; own ones by their names, of which only letters and digits are kept. */
const nameInFile = (
  { presetId, presetName }: Pick<BankPreset, 'presetId' | 'presetName'>,
  { bankPresetId }: WorkRow,
): string => (bankPresetId === null ? presetId : presetName.replace(NOT_IN_FILE_NAMES, ''))

/** Draws the bank file of what was recorded and keeps it sealed: from now on the batch has this file. */
async function makeFile(scope: Scope, work: WorkRow): Promise<void> {
  const { db, clock, bankFiles, files } = scope
  const { batchId, orgId } = work
  const form = await bankFiles.formOf(db, work)
  const payer = await bankFiles.payingAccount(db, orgId)
  if (!form || !payer) throw new RangeError(`batch ${batchId} has neither form nor paying account`)
  const payments = await paymentsOf(scope, batchId)
  const day = clock.today()
  const drawn = await drawBankFile(form, payments, { payer, day })
  const sum = sumOf(payments.map(({ amount }) => amount))
  const staged = await files.stage({
    bytes: drawn.bytes,
    originalName: `批次${batchId}-${nameInFile(form, work)}-${day}-${payments.length}笔-${sum}元.${drawn.extension}`,
    mediaType: drawn.mediaType,
    userId: null,
    personal: true,
  })
  const sha256 = createHash('sha256').update(drawn.bytes).digest()
  const isKept = await inTransaction(db, async (trx) => {
    await repository.lockBatch(trx, batchId)
    const ending = { state: 'exported', file: { fileId: staged.fileId, sha256 } } as const
    await files.commit(trx, staged)
    const ended = await repository.endWork(trx, { batchId, work: 'releasing' }, ending)
    await repository.sumUp(trx, batchId)
    if (!ended) throw new Refusal('BATCH_STATE')
    return true
  }).catch((error: unknown) => {
    if (error instanceof Refusal) return false
    throw error
  })
  if (!isKept) await files.discard([staged])
}

async function endWithoutFile(
  { db }: Scope,
  { batchId }: WorkRow,
  ending: Parameters<typeof repository.endWork>[2],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await repository.endWork(trx, { batchId, work: 'releasing' }, ending)
    await repository.sumUp(trx, batchId)
  })
}

/**
 * Releases a batch: first every line is settled once more, and the batch stays locked and stale if one would bear something
 * else; then each payment is recorded in a transaction of its own, so that an interrupted run goes on where it stopped; then the
 * bank file is made. What stops being payable in between is left out, so that never more is paid than was released.
 */
export async function release(scope: Scope, work: WorkRow, signal: AbortSignal): Promise<void> {
  const { db } = scope
  const { batchId } = work
  let done = await lines.countIn(db, batchId, 'exported')
  if (done === 0 && !(await isAsLocked(scope, work)))
    return endWithoutFile(scope, work, { state: 'locked', isStale: true })
  for (;;) {
    signal.throwIfAborted()
    const chunk = await lines.linesAfter(db, { batchId, state: 'locked', after: 0, max: LINES_AT_ONCE })
    if (chunk.length === 0) break
    for (const line of chunk) await recordLine(scope, work, line)
    done += chunk.length
    await repository.reportDone(db, batchId, done)
  }
  if ((await lines.countIn(db, batchId, 'exported')) === 0)
    return endWithoutFile(scope, work, { state: 'draft' })
  await makeFile(scope, work)
}
