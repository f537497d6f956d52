import type { IdentityCheck } from '@consilium/contract/experts/identity-check.ts'
import type { Context } from '../../../context.ts'
import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { JobQueue } from '../../../infra/jobs/jobs.ts'
import { askAgain, askForNew } from './asking.ts'
import * as repository from './check-repository.ts'
import type { Run } from './check-repository.ts'
import { checkIdentity, QUEUE } from './checking.ts'
import type { CheckScope } from './identity-scope.ts'
import { standingOf, statementOf, type IdentityStatement } from './standing.ts'

/** Checks whose jobs one look sends. */
const WOKEN_AT_ONCE_MAX = 200

const nameOf = ({ expertId, run }: Run) => `${expertId}/${run}`

/**
 * Sends jobs for checks that are due and have none: after a pause, the death of a process or a restore. A second job of one
 * check finds it not due, or answered. Returns how many.
 */
async function wake({ db, clock, queue, identityVerifier }: CheckScope): Promise<number> {
  if (!identityVerifier) return 0
  const due = (within: Db) => repository.overdueRuns(within, later(clock, 0), WOKEN_AT_ONCE_MAX)
  return queue.sendLost(db, due, nameOf)
}

/** Whether experts are who they say they are, by a verifier of the operator, in the background. */
export function createIdentityChecks(context: Context) {
  const { db, clock, eventLog, identityVerifier, jobs, keys, log, config } = context
  const queue: JobQueue<Run> = jobs.queue({
    ...QUEUE,
    handler: (run, job) => checkIdentity(scope, run, job),
  })
  const budget = config.identityChecksPerDay
  const scope: CheckScope = { db, clock, eventLog, identityVerifier, keys, log, queue, budget }

  return {
    async ask(expertId: number): Promise<IdentityCheck> {
      await askAgain(scope, expertId)
      return standingOf(scope, db, expertId)
    },
    askForNew: (trx: Db, expertId: number): Promise<void> => askForNew(scope, trx, expertId),
    async askForAccount(trx: Db, userId: number): Promise<void> {
      const expertId = await repository.expertOfUser(trx, userId)
      if (expertId !== undefined) await askForNew(scope, trx, expertId)
    },
    /** What is known of the identity of an expert, for the certificate of a signature. */
    statementOf: (within: Db, expertId: number): Promise<IdentityStatement> =>
      statementOf(scope, within, expertId),
    wake: (): Promise<number> => wake(scope),
    purge: (): Promise<void> => repository.purgeCounts(db, clock.today()),
  }
}
