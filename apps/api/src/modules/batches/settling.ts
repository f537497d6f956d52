import { paymentEvents } from '@consilium/contract/events/payments.ts'
import type { BatchReturn } from '@consilium/contract/batches/batches.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as lines from './line-repository.ts'
import type { LineRow } from './line-repository.ts'
import { refuseState, requireBatch } from './locking.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Who says what became of a line, and of which payer it is. */
export interface Settler {
  userId: number
  userName: string
  owner: { mainUserId?: number }
}

/** Writes what the lines come to; a batch without lines at the bank is settled. */
export async function concludeIn(trx: Db, batchId: number): Promise<void> {
  const waiting = await lines.countIn(trx, batchId, 'exported')
  await repository.moveIdle(trx, {
    batchId,
    from: ['exported', 'settled'],
    to: waiting > 0 ? 'exported' : 'settled',
  })
  await repository.sumUp(trx, batchId)
}

/** Lines at the bank have arrived: all of a batch, or some. */
export async function arriveIn(
  { eventLog }: Pick<Scope, 'eventLog'>,
  trx: Db,
  { batchId, userId }: { batchId: number; userId: number },
  lineIds?: readonly number[],
): Promise<void> {
  const recordIds = await lines.arriveLines(trx, batchId, lineIds)
  if (recordIds.length > 0)
    await eventLog.recordAll(trx, paymentEvents.arrived, { recordIds, actorId: userId, fields: { batchId } })
}

/**
 * The bank returned a line: its payment is reversed in its month, and its fee is due again. Returns false if the line is neither
 * at the bank nor paid, as after the same answer before.
 */
export async function returnLine(
  scope: Scope,
  trx: Db,
  by: Settler,
  { line, reason }: { line: LineRow; reason: string },
): Promise<boolean> {
  const { lineId, attendeeId, entryId } = line
  const moved = { from: ['exported', 'paid'], to: 'returned' } as const
  if (entryId === null || (await lines.moveLines(trx, [lineId], moved, { returnReason: reason })) === 0)
    return false
  await scope.payments.reverse(trx, by, { entryId, reason }).catch((error: unknown) => {
    // Somebody has reversed the payment already, so that its fee is due again and its tax is returned.
    if (!(error instanceof Refusal && error.error === 'PAYMENT_REVERSED')) throw error
  })
  await scope.eventLog.record(trx, paymentEvents.returned, {
    recordId: entryId,
    actorId: by.userId,
    fields: { attendeeId },
  })
  return true
}

/** Says that the bank returned lines, where it gives no answer as a file. */
export async function returnLines(
  scope: Scope,
  actor: Actor,
  { batchId, lineIds, reason }: BatchReturn,
): Promise<void> {
  const { mainUserId } = await requireBatch(scope, actor, batchId)
  const { userId, userName } = actor
  const by = { userId, userName, owner: { mainUserId } }
  const isDone = await inTransaction(scope.db, async (trx) => {
    await repository.lockBatch(trx, batchId)
    const chosen = await lines.findLines(trx, batchId, lineIds)
    if (chosen.length < lineIds.length) throw new Refusal('NOT_FOUND')
    const from = ['exported', 'settled'] as const
    if (!(await repository.moveIdle(trx, { batchId, from, to: 'exported' }))) return false
    for (const line of chosen)
      if (!(await returnLine(scope, trx, by, { line, reason }))) throw new Refusal('BATCH_STATE')
    await concludeIn(trx, batchId)
    return true
  })
  if (!isDone) await refuseState(scope, actor, batchId)
}

/** Says that everything that is at the bank has arrived. */
export async function settleAll(scope: Scope, actor: Actor, batchId: number): Promise<void> {
  await requireBatch(scope, actor, batchId)
  const isDone = await inTransaction(scope.db, async (trx) => {
    await repository.lockBatch(trx, batchId)
    if (!(await repository.moveIdle(trx, { batchId, from: ['exported'], to: 'exported' }))) return false
    await arriveIn(scope, trx, { batchId, userId: actor.userId })
    await concludeIn(trx, batchId)
    return true
  })
  if (!isDone) await refuseState(scope, actor, batchId)
}
