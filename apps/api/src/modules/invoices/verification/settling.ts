import { isSuspicious, type VerifierState } from '@consilium/contract/invoices/verification.ts'
import { accountIdOf, PLATFORM } from '../../../domain/actor.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { AuthorityFields } from '../../../infra/invoice-verifier.ts'
import { invoices } from '../invoices.ts'
import { differencesFrom, replacedBy } from './answers.ts'
import type { Scope } from './scope.ts'
import * as repository from './verification-repository.ts'
import type { Run, Settled } from './verification-repository.ts'

export type FinalState = Exclude<VerifierState, 'retryLater'>

type Needs = Pick<Scope, 'clock' | 'eventLog'>

async function end(
  { eventLog }: Needs,
  trx: Db,
  recordId: number,
  settled: Settled,
  replaced: AuthorityFields,
) {
  await repository.settleRun(trx, recordId, settled, replaced)
  await eventLog.record(trx, invoices.events.verified, {
    recordId,
    actorId: accountIdOf(PLATFORM),
    fields: { state: settled.state },
  })
}

/**
 * Keeps what the authority said of an invoice. Its values win over what was recognized; whatever differs is for a person to look
 * at. The values of a closed meeting stay as they were closed.
 */
export async function settleAnswer(
  needs: Needs,
  trx: Db,
  run: Run,
  { state, fields }: { state: FinalState; fields: AuthorityFields | null },
): Promise<void> {
  const invoice = await repository.lockRun(trx, run)
  if (!invoice) return
  const { recordId } = run
  const isClosed = invoice.currentStage === 'closed'
  const isGenuine = state === 'valid'
  const replaced = isGenuine && !isClosed ? replacedBy(invoice, invoice.recognized, fields) : {}
  const settled = { state, problem: null, verifiedTime: needs.clock.wire(), fields }
  await end(needs, trx, recordId, settled, replaced)
  const differs = differencesFrom(invoice, invoice.recognized, fields).length > 0
  if (!isClosed && (differs || isSuspicious(state))) await repository.askForReview(trx, recordId)
}

/** Gives an invoice up until somebody asks for it again. */
export const giveUp = (
  needs: Needs,
  trx: Db,
  recordId: number,
  { problem, attempts }: Required<Pick<repository.Waiting, 'problem' | 'attempts'>>,
): Promise<void> => end(needs, trx, recordId, { state: 'failed', problem, attempts }, {})
