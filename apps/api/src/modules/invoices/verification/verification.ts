import type { VerificationAsked, VerificationUsage } from '@consilium/contract/invoices/verification.ts'
import type { Context } from '../../../context.ts'
import type { Actor } from '../../../domain/actor.ts'
import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { JobQueue } from '../../../infra/jobs/jobs.ts'
import { askFor, askForNew } from './asking.ts'
import type { Scope } from './scope.ts'
import * as repository from './verification-repository.ts'
import type { Run } from './verification-repository.ts'
import { QUEUE, verifyInvoice } from './verifying.ts'
import { wake } from './waking.ts'

const DAY_MS = 24 * 3600 * 1000
/** Calls are kept so long, for questions about a bill. */
const CALLS_KEPT_DAYS = 90
const DAYS_SHOWN = 31
const WAITING_COUNTED_MAX = 10_000

/** Verification of invoices with the tax authority, in the background. */
export function createVerification(context: Context) {
  const { db, clock, eventLog, invoiceVerifier, jobs, log, config } = context
  const queue: JobQueue<Run> = jobs.queue({
    ...QUEUE,
    handler: (run, job) => verifyInvoice(scope, run, job),
  })
  const scope: Scope = {
    db,
    clock,
    eventLog,
    invoiceVerifier,
    log,
    queue,
    budget: config.verificationsPerDay,
  }

  return {
    ask: (actor: Actor, recordIds: readonly number[]): Promise<VerificationAsked[]> =>
      askFor(scope, actor, recordIds),
    askForNew: (trx: Db, recordId: number): Promise<void> => askForNew(scope, trx, recordId),
    wake: (): Promise<number> => wake(scope),

    async usage(): Promise<VerificationUsage> {
      const days = await repository.daysOf(db, DAYS_SHOWN)
      const today = clock.today()
      return {
        isOn: invoiceVerifier !== null,
        budget: scope.budget,
        callsToday: days.find(({ day }) => day === today)?.calls ?? 0,
        waiting: await repository.countWaiting(db, WAITING_COUNTED_MAX),
        days,
      }
    },

    purge: (): Promise<void> =>
      repository.purge(db, { calls: later(clock, -CALLS_KEPT_DAYS * DAY_MS), day: clock.today() }),
  }
}

export type Verification = ReturnType<typeof createVerification>
