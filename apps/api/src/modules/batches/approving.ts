import { BATCH_FIELDS } from '@consilium/contract/approvals/approval-kinds.ts'
import { RELEASE_PROOF_MINUTES } from '@consilium/contract/batches/batch-access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { DecisionKind, Served } from '../decisions/service.ts'
import * as releases from './release-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** The release of a batch with its bank file, where steps are set up for it. It keeps who asked and who decided. */
export const PAYMENT_BATCH: DecisionKind = {
  name: 'paymentBatch',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'stale'] },
  whilePending: 'APPROVAL_PENDING',
  keepsPeople: true,
}

const PERIOD = 'yyyy-MM'.length

/** Whether what was settled is another by now. Tax belongs to a month, so that of a past one is not released. */
export async function isStaleNow(
  { clock }: Pick<Scope, 'clock'>,
  db: Db,
  { batchId, paidDate }: Pick<repository.BatchRow, 'batchId' | 'paidDate'>,
): Promise<boolean> {
  if (paidDate?.slice(0, PERIOD) !== clock.today().slice(0, PERIOD)) return true
  return repository.hasChanged(db, batchId)
}

/** What is decided on: what was locked, by whom and for which bank, while it may be released as it is. */
async function contentOf(scope: Scope, trx: Db, batch: repository.BatchRow) {
  const { batchId, state, work, preset, bankPresetId, paidDate, lines, netAmount, lockedBy, lockedTime } =
    batch
  const isReleasable = state === 'locked' && work === null
  const isStale = batch.isStale || (isReleasable && (await isStaleNow(scope, trx, batch)))
  // Left out of a request for a built-in form, so that those from before there were own ones still hold.
  const version = bankPresetId === null ? {} : { bankPresetId }
  return {
    batchId,
    isReleasable,
    isStale,
    preset,
    ...version,
    paidDate,
    lines,
    netAmount,
    lockedBy,
    lockedTime,
  }
}

/** Begins to release a batch in the name of whoever asked for it. False if it is not, or no longer, to be released. */
export async function beginRelease(
  scope: Scope,
  trx: Db,
  batchId: number,
  by: Pick<repository.Step, 'userId' | 'userName'>,
): Promise<boolean> {
  const begun = await repository.beginReleasing(trx, batchId, { ...by, time: scope.clock.wire() })
  if (begun) await scope.queue.send(trx, [{ batchId }])
  return begun
}

/** Asks for a release where steps hold. False: nobody has to decide. The caller holds the lock of the batch. */
export async function askRelease(
  scope: Scope,
  trx: Db,
  actor: Actor,
  batch: repository.BatchRow,
): Promise<boolean> {
  const content = await contentOf(scope, trx, batch)
  const asking = { recordId: batch.batchId, content, askedBy: actor.userId }
  return (await scope.decisions.askIfSteps(trx, PAYMENT_BATCH, asking)) !== null
}

/** Ends what waits for the release of a batch that is locked anew or cancelled. */
export const forgetRelease = ({ decisions }: Scope, trx: Db, batchId: number): Promise<void> =>
  decisions.outdate(trx, PAYMENT_BATCH, { recordId: batchId })

async function batchOf(db: Db, batchId: number): Promise<repository.BatchRow> {
  const batch = await repository.findBatch(db, {}, batchId)
  if (!batch) throw new Refusal('NOT_FOUND')
  return batch
}

/** How releases are decided step by step: whoever locked the batch decides none, and each approval is proven by a second factor. */
export const releasesServedBy = (scope: Scope): Served => ({
  name: PAYMENT_BATCH.name,
  async about(trx, { recordId }) {
    const batch = await batchOf(trx, recordId)
    const { netAmount, mainUserId, lockedBy, preset: named, bankPresetId } = batch
    const preset =
      named === null ? undefined : await scope.bankFiles.formOf(trx, { preset: named, bankPresetId })
    const shown = { ...batch, preset: preset?.presetName ?? batch.preset, amount: netAmount }
    return {
      kind: 'paymentBatch',
      projectId: null,
      amount: netAmount,
      category: null,
      execUserId: mainUserId,
      barred: lockedBy === null ? [] : [lockedBy],
      changes: BATCH_FIELDS.map((field) => {
        const value = shown[field]
        return { field, before: null, after: value === null ? null : String(value) }
      }),
    }
  },
  titles: releases.titlesOf,
  describe: () => Promise.resolve({ changes: [], money: null, openChecks: [], meetingId: null }),
  async before(actor, decisionId, to) {
    if (to !== 'approved') return
    const { batchId } = await releases.releaseAsked(scope.db, decisionId)
    if ((await batchOf(scope.db, batchId)).lockedBy === actor.userId) throw new Refusal('SAME_PERSON')
    await scope.accounts.confirmation.requireSecondFactor(actor, RELEASE_PROOF_MINUTES)
  },
  async settle(trx, actor, decisionId, verdict) {
    const { batchId, userId, userName } = await releases.releaseAsked(trx, decisionId)
    await repository.lockBatch(trx, batchId)
    const content = await contentOf(scope, trx, await batchOf(trx, batchId))
    const given = { ...verdict, by: actor.userId, content }
    const state = await scope.decisions.decide(trx, PAYMENT_BATCH, decisionId, given)
    if (state === 'approved' && !(await beginRelease(scope, trx, batchId, { userId, userName })))
      throw new Refusal('BATCH_STATE')
    return state
  },
})
