import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Scope } from './scope.ts'
import * as repository from './verification-repository.ts'
import type { Run } from './verification-repository.ts'

/** Invoices whose jobs one look sends. */
const WOKEN_AT_ONCE_MAX = 200

const nameOf = ({ recordId, run }: Run) => `${recordId}/${run}`

/**
 * Sends jobs for invoices that are due and have none: after a long pause, the death of a process or a restore. A second job of
 * one invoice finds it not due, or answered. Returns how many.
 */
export async function wake({ db, clock, queue, invoiceVerifier }: Scope): Promise<number> {
  if (!invoiceVerifier) return 0
  const due = (within: Db) => repository.overdueRuns(within, later(clock, 0), WOKEN_AT_ONCE_MAX)
  return queue.sendLost(db, due, nameOf)
}
