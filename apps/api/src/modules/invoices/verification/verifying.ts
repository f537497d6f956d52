import { randomUUID } from 'node:crypto'
import {
  VERIFICATION_ATTEMPTS_MAX,
  VERIFICATIONS_PER_INVOICE_AND_DAY,
  type VerificationProblem,
} from '@consilium/contract/invoices/verification.ts'
import { later } from '../../../infra/clock.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { InvoiceQuestion, VerifierAnswer } from '../../../infra/invoice-verifier.ts'
import type { JobRun } from '../../../infra/jobs/jobs.ts'
import { CALL_DIES_SECONDS, pauseAfter, VerifierFailed } from '../../../infra/verifier-call.ts'
import { hashOf, keyOf, questionOf } from './question.ts'
import type { Scope } from './scope.ts'
import { giveUp, settleAnswer, type FinalState } from './settling.ts'
import * as repository from './verification-repository.ts'
import type { DueInvoice, Run } from './verification-repository.ts'

const SECOND_MS = 1000
/** The queue of invoices to verify. A job makes one call. */
export const QUEUE = { name: 'verify-invoice', expireSeconds: 2 * CALL_DIES_SECONDS, concurrency: 2 } as const
/** While another record of the invoice is asked for. */
const LOOK_AGAIN_SECONDS = 2
/** A longer pause has no job: `wake` finds the invoice when it is due. */
const JOB_WAITS_SECONDS_MAX = 5
/** The authority has the invoices of a day the next morning. */
const ISSUED_BY = '06:00:00'
const DAY_BEGINS = '00:01:00'
const DAY_MS = 24 * 3600 * SECOND_MS

/** Thrown to undo the count of a call that the day has no room for. */
class NoRoom extends Error {
  readonly problem: VerificationProblem
  constructor(problem: VerificationProblem) {
    super(problem)
    this.problem = problem
  }
}

interface Call {
  callId: string
  tries: number
  question: InvoiceQuestion
  attempts: number
}

const tomorrowAt = ({ clock }: Pick<Scope, 'clock'>, time: string) =>
  `${later(clock, DAY_MS).slice(0, 10)} ${time}`

/** Waits for a short while with a job, for a longer one without. */
async function pause(
  scope: Pick<Scope, 'clock' | 'queue'>,
  trx: Db,
  run: Run,
  { seconds, ...waiting }: Omit<repository.Waiting, 'nextTime'> & { seconds: number },
): Promise<void> {
  const nextTime = later(scope.clock, seconds * SECOND_MS)
  await repository.keepWaiting(trx, run.recordId, { ...waiting, nextTime })
  if (seconds <= JOB_WAITS_SECONDS_MAX) await scope.queue.send(trx, [run], seconds)
}

/** The authority is asked again when it should know the invoice; what it said until then counts for nothing. */
const waitForIssue = (scope: Scope, trx: Db, { recordId }: Run): Promise<void> =>
  repository.keepWaiting(trx, recordId, {
    nextTime: tomorrowAt(scope, ISSUED_BY),
    problem: 'NOT_ISSUED_YET',
    asksAnew: true,
  })

/** Takes the answer that another record of the same invoice got meanwhile, or begins the only call about it. */
async function begin(scope: Scope, trx: Db, run: Run, due: DueInvoice): Promise<Call | null> {
  const { clock, budget } = scope
  const question = questionOf(due)
  const [key, hash, now] = [keyOf(question), hashOf(question), clock.wire()]
  const known = await repository.answerSince(trx, key, hash, due.askedNo)
  if (known && isFinal(known.outcome)) {
    if (isTooEarly(scope, question, known.outcome)) {
      await waitForIssue(scope, trx, run)
      return null
    }
    await settleAnswer(scope, trx, run, { state: known.outcome, fields: known.fields })
    return null
  }
  const fresh = { callId: randomUUID(), key, hash, recordId: run.recordId, now }
  const call = await repository.openCall(trx, fresh, later(clock, -CALL_DIES_SECONDS * SECOND_MS))
  if (!call) {
    await pause(scope, trx, run, { seconds: LOOK_AGAIN_SECONDS })
    return null
  }
  const day = clock.today()
  if (!(await repository.countCall(trx, day, key, VERIFICATIONS_PER_INVOICE_AND_DAY)))
    throw new NoRoom('DAY_LIMIT')
  if (!(await repository.countCall(trx, day, repository.ALL, budget))) throw new NoRoom('BUDGET_SPENT')
  // If this process dies, the invoice is due again.
  await repository.keepWaiting(trx, run.recordId, { nextTime: later(clock, CALL_DIES_SECONDS * SECOND_MS) })
  return { ...call, question, attempts: due.attempts }
}

async function claim(scope: Scope, run: Run): Promise<Call | null> {
  const { db, clock } = scope
  try {
    return await inTransaction(db, async (trx) => {
      const due = await repository.lockDue(trx, run, clock.wire())
      return due ? begin(scope, trx, run, due) : null
    })
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error
    const { problem } = error
    await inTransaction(db, async (trx) => {
      if (!(await repository.lockRun(trx, run))) return
      await repository.keepWaiting(trx, run.recordId, { nextTime: tomorrowAt(scope, DAY_BEGINS), problem })
    })
    return null
  }
}

const FINAL: ReadonlySet<string | null> = new Set<FinalState>([
  'valid',
  'mismatch',
  'notFound',
  'voided',
  'redFlushed',
  'unsupported',
])
const isFinal = (outcome: string | null): outcome is FinalState => FINAL.has(outcome)

/** The authority does not know an invoice on the day of its issue. */
const isTooEarly = ({ clock }: Pick<Scope, 'clock'>, { date }: InvoiceQuestion, state: string): boolean =>
  state === 'notFound' && date >= clock.today()

async function tryLater(
  scope: Scope,
  trx: Db,
  run: Run,
  { attempts: before }: Call,
  { problem, askedSeconds }: { problem: VerificationProblem; askedSeconds: number },
): Promise<void> {
  if (!(await repository.lockRun(trx, run))) return
  const attempts = before + 1
  if (attempts >= VERIFICATION_ATTEMPTS_MAX) return giveUp(scope, trx, run.recordId, { problem, attempts })
  await pause(scope, trx, run, { seconds: pauseAfter(attempts, askedSeconds), problem, attempts })
}

async function settle(scope: Scope, trx: Db, run: Run, call: Call, answer: VerifierAnswer): Promise<void> {
  const { state, fields, retryAfterSeconds: askedSeconds } = answer
  if (state === 'retryLater') return tryLater(scope, trx, run, call, { problem: 'RETRY_LATER', askedSeconds })
  if (!isTooEarly(scope, call.question, state)) return settleAnswer(scope, trx, run, { state, fields })
  if (!(await repository.lockRun(trx, run))) return
  await waitForIssue(scope, trx, run)
}

/** Stores how a call ended. What it says of an invoice that has changed since counts for nothing. */
const conclude = (
  scope: Scope,
  run: Run,
  call: Call,
  answer: VerifierAnswer | VerifierFailed,
): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const isFailure = answer instanceof VerifierFailed
    const ended = isFailure
      ? { outcome: answer.problem, fields: null, cost: null, isFailure }
      : { outcome: answer.state, fields: answer.fields, cost: answer.cost, isFailure }
    const at = { now: scope.clock.wire(), day: scope.clock.today() }
    if (!(await repository.endCall(trx, call, ended, at))) return
    if (!isFailure) return settle(scope, trx, run, call, answer)
    const { problem, retryAfterSeconds: askedSeconds } = answer
    await tryLater(scope, trx, run, call, { problem, askedSeconds })
  })

/** Makes one call about an invoice that is due. A job may run twice, and a process may die at any point. */
export async function verifyInvoice(scope: Scope, run: Run, { signal, stopping }: JobRun): Promise<void> {
  const { invoiceVerifier, log } = scope
  // Switched off since: the invoice waits until it is on again.
  if (!invoiceVerifier) return
  const call = await claim(scope, run)
  if (!call) return
  const answer = await invoiceVerifier.verify(call.callId, call.question, signal).catch((error: unknown) => {
    if (error instanceof VerifierFailed) {
      log.warn({ err: error }, 'the verifier of invoices gave no valid answer')
      return error
    }
    // The call may have been made: it stays open, and is repeated with its id after the start.
    if (stopping.aborted) return null
    return new VerifierFailed('UNREACHABLE', { cause: error })
  })
  if (answer) await conclude(scope, run, call, answer)
}
