import {
  ANSWER_ROWS_MAX,
  ANSWER_ROWS_SHOWN,
  type BatchAnswer,
} from '@consilium/contract/batches/batch-answers.ts'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { Refusal } from '../../../infra/refusal.ts'
import type { SheetReader } from '../../../infra/spreadsheet/sheet-reader.ts'
import { readAnswerRows } from '../../bank-files/service.ts'
import * as lines from '../line-repository.ts'
import { refuseState, requireBatch } from '../locking.ts'
import { ownedBy } from '../policy.ts'
import * as batches from '../repository.ts'
import type { WorkRow } from '../repository.ts'
import type { Scope } from '../scope.ts'
import { sentLines } from '../sent-lines.ts'
import { arriveIn, concludeIn, returnLine, type Settler } from '../settling.ts'
import * as repository from './answer-repository.ts'
import { matchRows } from './matching.ts'

const LINES_AT_ONCE = 100
export async function findAnswer(scope: Scope, actor: Actor, answerId: number): Promise<BatchAnswer> {
  const stored = await repository.findAnswer(scope.db, ownedBy(actor), answerId)
  if (!stored) throw new Refusal('NOT_FOUND')
  const { batchId, fileName, state, answerRows } = stored
  const { differing: _differing, ...sums } = await repository.sumsOf(scope.db, stored)
  const shown = await repository.rowsToSee(scope.db, answerId, ANSWER_ROWS_SHOWN)
  return { answerId, batchId, fileName, isApplied: state === 'applied', answerRows, ...sums, shown }
}

/** Reads an answer and keeps what it says of each line. Nothing is settled by it yet. */
export async function readAnswer(
  scope: Scope & { sheets: SheetReader },
  actor: Actor,
  batchId: number,
  { use, originalName, sha256 }: Upload,
): Promise<BatchAnswer> {
  const { state } = await requireBatch(scope, actor, batchId)
  if (state !== 'exported' && state !== 'settled') throw new Refusal('BATCH_STATE')
  const read = await use((bytes) => scope.sheets.read(bytes))
  if (read.length === 0) throw new Refusal('SHEET_EMPTY')
  const rows = await readAnswerRows(read)
  if (rows.length > ANSWER_ROWS_MAX)
    throw new Refusal('SHEET_TOO_MANY_ROWS', { params: { max: ANSWER_ROWS_MAX } })
  const matched = await matchRows(rows, await sentLines(scope, batchId))
  if (matched.every(({ lineId }) => lineId === null)) throw new Refusal('ANSWER_WITHOUT_MATCH')
  const { userId, userName } = actor
  const answer = { batchId, sha256, fileName: originalName, userId, userName }
  const answerId = await inTransaction(scope.db, (trx) => repository.saveAnswer(trx, answer, matched))
  return findAnswer(scope, actor, answerId)
}

/** Begins to settle a batch by an answer. Throws AMOUNT_DIFFERS if it is about other amounts. Returns the batch. */
export async function startSettling(scope: Scope, actor: Actor, answerId: number): Promise<number> {
  const stored = await repository.findAnswer(scope.db, ownedBy(actor), answerId)
  if (!stored) throw new Refusal('NOT_FOUND')
  const { batchId } = stored
  const { differing } = await repository.sumsOf(scope.db, stored)
  if (differing > 0) throw new Refusal('AMOUNT_DIFFERS', { params: { count: differing } })
  const isBegun = await inTransaction(scope.db, async (trx) => {
    if (!(await batches.beginSettling(trx, batchId))) return false
    await repository.moveAnswer(trx, answerId, ['read', 'applied', 'applying'], 'applying')
    await scope.queue.send(trx, [{ batchId }])
    return true
  })
  if (!isBegun) await refuseState(scope, actor, batchId)
  return batchId
}

/**
 * Settles a batch by what its bank answered. Each line moves on only from where it was, so that an interrupted run goes on where it
 * stopped, and the same answer changes nothing a second time.
 */
export async function settle(scope: Scope, work: WorkRow, signal: AbortSignal): Promise<void> {
  const { db } = scope
  const { batchId, mainUserId } = work
  const answer = await repository.applyingAnswer(db, batchId)
  if (answer) {
    const by: Settler = {
      userId: answer.userId ?? mainUserId,
      userName: answer.userName,
      owner: { mainUserId },
    }
    const next = (outcome: 'paid' | 'returned') =>
      repository.pendingRows(db, answer.answerId, outcome, LINES_AT_ONCE)
    let done = 0
    for (let rows = await next('paid'); rows.length > 0; rows = await next('paid')) {
      signal.throwIfAborted()
      const ids = rows.map(({ lineId }) => lineId)
      await inTransaction(db, (trx) => arriveIn(scope, trx, { batchId, userId: by.userId }, ids))
      await batches.reportDone(db, batchId, (done += ids.length))
    }
    for (let rows = await next('returned'); rows.length > 0; rows = await next('returned')) {
      signal.throwIfAborted()
      const reasons = new Map(rows.map(({ lineId, reason }) => [lineId, reason]))
      for (const line of await lines.findLines(db, batchId, [...reasons.keys()]))
        await inTransaction(db, (trx) =>
          returnLine(scope, trx, by, { line, reason: reasons.get(line.lineId) ?? '银行退回' }),
        )
      await batches.reportDone(db, batchId, (done += rows.length))
    }
  }
  await inTransaction(db, async (trx) => {
    await batches.endWork(trx, { batchId, work: 'settling' }, { state: work.state })
    if (answer) await repository.moveAnswer(trx, answer.answerId, ['applying'], 'applied')
    await concludeIn(trx, batchId)
  })
}
