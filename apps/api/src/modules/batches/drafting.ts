import { BATCH_LINES_MAX, type BatchCreate, type BatchRemoval } from '@consilium/contract/batches/batches.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal } from '../../infra/refusal.ts'
import { forgetRelease } from './approving.ts'
import { checkDue } from './choosing.ts'
import * as lines from './line-repository.ts'
import { refuseState, requireBatch } from './locking.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

type Wish = Omit<BatchCreate, 'orgId' | 'title'>

/** The fees of a payer that a draft is made of, the oldest first. What is not due any more is left out. */
async function chooseFees(scope: Scope, orgId: number, wish: Wish): Promise<number[]> {
  const { attendeeIds, meetingId, name, onlyPayable = false } = wish
  const query = {
    orgId,
    ...(meetingId === undefined ? {} : { meetingId }),
    ...(name === undefined ? {} : { name }),
  }
  const choice = { max: BATCH_LINES_MAX + 1, ...(attendeeIds === undefined ? {} : { attendeeIds }) }
  const fees = onlyPayable
    ? (await checkDue(scope, {}, query, attendeeIds)).payable
    : await scope.payments.oldestDue({}, query, choice)
  return fees.map(({ attendeeId }) => attendeeId)
}

/** Makes a draft of due fees and returns its id. */
export async function createDraft(
  scope: Scope,
  actor: Actor,
  { orgId: given, title, ...wish }: BatchCreate,
): Promise<number> {
  const { orgId } = await scope.bankFiles.payerOf(actor, given)
  const chosen = await chooseFees(scope, orgId, wish)
  if (chosen.length === 0) throw new Refusal('BATCH_EMPTY')
  if (chosen.length > BATCH_LINES_MAX)
    throw new Refusal('BATCH_TOO_LARGE', { params: { max: BATCH_LINES_MAX } })
  const { userId, userName } = actor
  return inTransaction(scope.db, async (trx) => {
    const batchId = await repository.insertBatch(trx, { orgId, title, userId, userName })
    await lines.insertLines(trx, batchId, chosen)
    await repository.sumUp(trx, batchId)
    return batchId
  })
}

/** Takes fees out of a draft. */
export async function removeFromDraft(
  scope: Scope,
  actor: Actor,
  { batchId, attendeeIds }: BatchRemoval,
): Promise<void> {
  await requireBatch(scope, actor, batchId)
  const isDone = await inTransaction(scope.db, async (trx) => {
    if (!(await repository.moveIdle(trx, { batchId, from: ['draft'], to: 'draft' }))) return false
    await lines.removeLines(trx, batchId, attendeeIds)
    await repository.sumUp(trx, batchId)
    return true
  })
  if (!isDone) await refuseState(scope, actor, batchId)
}

/** Cancels a batch that was not released; what it held is due again. */
export async function cancel(scope: Scope, actor: Actor, batchId: number): Promise<void> {
  await requireBatch(scope, actor, batchId)
  const isDone = await inTransaction(scope.db, async (trx) => {
    const moved = { batchId, from: ['draft', 'locked'], to: 'cancelled' } as const
    if (!(await repository.moveIdle(trx, moved))) return false
    await forgetRelease(scope, trx, batchId)
    await scope.payments.free(trx, await lines.holdingLines(trx, batchId))
    await lines.resetLines(trx, { batchId, from: ['draft', 'locked'], to: 'cancelled' })
    await repository.sumUp(trx, batchId)
    return true
  })
  if (!isDone) await refuseState(scope, actor, batchId)
}
