import { randomUUID } from 'node:crypto'
import { expertEvents } from '@consilium/contract/events/experts.ts'
import {
  IDENTITY_ATTEMPTS_MAX,
  IDENTITY_CALLS_PER_EXPERT_AND_DAY,
  type IdentityProblem,
} from '@consilium/contract/experts/identity-check.ts'
import { accountIdOf, PLATFORM } from '../../../domain/actor.ts'
import { later } from '../../../infra/clock.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { IdentityAnswer, IdentityQuestion } from '../../../infra/identity-verifier.ts'
import type { JobRun } from '../../../infra/jobs/jobs.ts'
import { SealBroken } from '../../../infra/keys/keys.ts'
import { CALL_DIES_SECONDS, pauseAfter, VerifierFailed } from '../../../infra/verifier-call.ts'
import * as repository from './check-repository.ts'
import type { Run } from './check-repository.ts'
import type { CheckScope } from './identity-scope.ts'
import { subjectOf, type Subject } from './subject.ts'

const SECOND_MS = 1000
const DAY_MS = 24 * 3600 * SECOND_MS
const DATE_LENGTH = 'yyyy-MM-dd'.length
const DAY_BEGINS = '00:01:00'
/** The queue of checks. A job makes one call. */
export const QUEUE = { name: 'check-identity', expireSeconds: 2 * CALL_DIES_SECONDS, concurrency: 2 } as const

interface Call {
  callId: string
  question: IdentityQuestion
}

const inSeconds = ({ clock }: Pick<CheckScope, 'clock'>, seconds: number) => later(clock, seconds * SECOND_MS)

async function end(
  { eventLog }: Pick<CheckScope, 'eventLog'>,
  trx: Db,
  expertId: number,
  ended: Parameters<typeof repository.endRun>[2],
): Promise<void> {
  await repository.endRun(trx, expertId, ended)
  await eventLog.record(trx, expertEvents.identityChecked, {
    recordId: expertId,
    actorId: accountIdOf(PLATFORM),
    fields: { state: ended.state },
  })
}

/** Thrown to undo the count of a call that the day has no room for. */
class NoRoom extends Error {
  readonly problem: IdentityProblem
  constructor(problem: IdentityProblem) {
    super(problem)
    this.problem = problem
  }
}

async function begin(
  scope: CheckScope,
  trx: Db,
  { expertId }: Run,
  { subject, due }: { subject: Subject; due: { subjectHash: Buffer; callId: string | null } },
): Promise<Call> {
  const day = scope.clock.today()
  if (!(await repository.countCall(trx, day, expertId, IDENTITY_CALLS_PER_EXPERT_AND_DAY)))
    throw new NoRoom('DAY_LIMIT')
  if (!(await repository.countCall(trx, day, repository.ALL, scope.budget))) throw new NoRoom('BUDGET_SPENT')
  // One id with another question would be taken for a forged call.
  const isRepeated = subject.hash.equals(due.subjectHash)
  const callId = (isRepeated ? due.callId : null) ?? randomUUID()
  // If this process dies, the check is due again.
  const nextTime = inSeconds(scope, CALL_DIES_SECONDS)
  await repository.keepWaiting(trx, expertId, { nextTime, callId, subjectHash: subject.hash })
  return { callId, question: subject.question }
}

async function claim(scope: CheckScope, run: Run): Promise<Call | null> {
  const { db, clock, keys } = scope
  const { expertId } = run
  try {
    return await inTransaction(db, async (trx) => {
      const due = await repository.lockDue(trx, run, clock.wire())
      if (!due) return null
      const subject = await subjectOf(keys, trx, expertId)
      if (subject) return begin(scope, trx, run, { subject, due })
      await repository.forget(trx, expertId)
      return null
    })
  } catch (error) {
    if (error instanceof SealBroken) scope.log.error(error)
    else if (!(error instanceof NoRoom)) throw error
    await inTransaction(db, async (trx) => {
      if (!(await repository.lockDue(trx, run, clock.wire()))) return
      if (error instanceof SealBroken)
        return end(scope, trx, expertId, { state: 'failed', problem: 'NUMBER_UNREADABLE' })
      const nextTime = `${later(clock, DAY_MS).slice(0, DATE_LENGTH)} ${DAY_BEGINS}`
      await repository.keepWaiting(trx, expertId, { nextTime, callId: null, problem: error.problem })
    })
    return null
  }
}

async function tryLater(
  scope: CheckScope,
  trx: Db,
  { expertId }: Run,
  {
    attempts: before,
    problem,
    askedSeconds,
  }: { attempts: number; problem: IdentityProblem; askedSeconds: number },
): Promise<void> {
  const attempts = before + 1
  if (attempts >= IDENTITY_ATTEMPTS_MAX) return end(scope, trx, expertId, { state: 'failed', problem })
  const nextTime = inSeconds(scope, pauseAfter(attempts, askedSeconds))
  await repository.keepWaiting(trx, expertId, { nextTime, callId: null, problem, attempts })
}

/** Stores how a call ended, unless something else is asked by now. */
const conclude = (
  scope: CheckScope,
  run: Run,
  { callId, provider }: { callId: string; provider: string },
  answer: IdentityAnswer | VerifierFailed,
): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const called = await repository.lockCalled(trx, run, callId)
    if (!called) return
    const { attempts } = called
    if (answer instanceof VerifierFailed) {
      const { problem, retryAfterSeconds: askedSeconds } = answer
      return tryLater(scope, trx, run, { attempts, problem, askedSeconds })
    }
    const { state, fields, retryAfterSeconds: askedSeconds } = answer
    if (state === 'retryLater')
      return tryLater(scope, trx, run, { attempts, problem: 'RETRY_LATER', askedSeconds })
    const answeredTime = scope.clock.wire()
    await end(scope, trx, run.expertId, { state, fields, provider, answeredTime, problem: null })
  })

/** Makes one call about an expert who is due. A job may run twice, and a process may die at any point. */
export async function checkIdentity(
  scope: CheckScope,
  run: Run,
  { signal, stopping }: JobRun,
): Promise<void> {
  const { identityVerifier, log } = scope
  // Switched off since: the check waits until it is on again.
  if (!identityVerifier) return
  const call = await claim(scope, run)
  if (!call) return
  const { callId, question } = call
  const answer = await identityVerifier.verify(callId, question, signal).catch((error: unknown) => {
    if (error instanceof VerifierFailed) {
      log.warn({ err: error }, 'the verifier of identities gave no valid answer')
      return error
    }
    // The call may have been made: it is repeated with its id after the start.
    if (stopping.aborted) return null
    return new VerifierFailed('UNREACHABLE', { cause: error })
  })
  if (answer) await conclude(scope, run, { callId, provider: identityVerifier.provider }, answer)
}
