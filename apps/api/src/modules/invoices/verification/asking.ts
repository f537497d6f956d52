import type { VerificationAsked, VerificationState } from '@consilium/contract/invoices/verification.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Actor } from '../../../domain/actor.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { requireOpen } from '../../meetings/service.ts'
import { lockRecords, mayChange } from '../../materials/service.ts'
import { invoices } from '../invoices.ts'
import { keyOf, missingIn, questionOf } from './question.ts'
import type { Scope } from './scope.ts'
import * as repository from './verification-repository.ts'

const keyOfInvoice = (invoice: repository.LockedInvoice) => keyOf(questionOf(invoice))
const isAnswered = (state: VerificationState) => state !== 'none' && state !== 'waiting' && state !== 'failed'

type Wanted = (invoice: repository.LockedInvoice) => boolean

/** Hands the invoices that can be asked for to jobs. The caller's transaction holds nothing else of them. */
async function enqueue(
  { clock, queue }: Scope,
  trx: Db,
  recordIds: readonly number[],
  isWanted: Wanted,
): Promise<VerificationAsked[]> {
  const locked = await repository.lockInvoices(trx, recordIds)
  const complete = locked.filter((invoice) => isWanted(invoice) && missingIn(invoice).length === 0)
  const spent = await repository.spentKeys(trx, clock.today(), complete.map(keyOfInvoice))
  // An answer is worth more than a question that waits for tomorrow.
  const isSpent = (invoice: repository.LockedInvoice) =>
    isAnswered(invoice.verificationState) && spent.has(keyOfInvoice(invoice))
  const wanted = complete.filter((invoice) => !isSpent(invoice))
  await repository.forgetAnswers(
    trx,
    wanted.filter(({ verificationState }) => verificationState === 'none').map(({ recordId }) => recordId),
  )
  const runs = await repository.startRuns(
    trx,
    wanted.map(({ recordId }) => recordId),
    clock.wire(),
  )
  if (runs.length > 0) await queue.send(trx, runs)
  const started = new Set(runs.map(({ recordId }) => recordId))
  return locked.map((invoice) => ({
    recordId: invoice.recordId,
    verificationState: started.has(invoice.recordId) ? 'waiting' : invoice.verificationState,
    missing: missingIn(invoice),
    isSpent: complete.includes(invoice) && isSpent(invoice),
  }))
}

/** Asks for invoices again, whatever was answered before; those that wait already go on waiting. */
export function askFor(
  scope: Scope,
  actor: Actor,
  recordIds: readonly number[],
): Promise<VerificationAsked[]> {
  if (!scope.invoiceVerifier) throw new Refusal('VERIFIER_OFF')
  return inTransaction(scope.db, async (trx) => {
    const records = await lockRecords(trx, actor, invoices, recordIds)
    if (records.length < recordIds.length) throw new Refusal('NOT_FOUND')
    if (!records.every((record) => mayChange(actor, invoices, record))) throw new Refusal('FORBIDDEN')
    requireOpen(actor, records)
    return enqueue(scope, trx, recordIds, ({ verificationState }) => verificationState !== 'waiting')
  })
}

/** Asks for an invoice that is new or has changed, as a reader of events does. */
export async function askForNew(scope: Scope, trx: Db, recordId: number): Promise<void> {
  if (!scope.invoiceVerifier) return
  await enqueue(scope, trx, [recordId], ({ verificationState }) => verificationState === 'none')
}
