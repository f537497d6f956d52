import { heldNow, type Held } from './held-transactions.ts'
import { afterRequestCommit } from './request-transaction.ts'

/**
 * Begins work once the transaction of the current work has committed, or at once where there is none. It is not begun if the
 * transaction is undone or the process ends in between, and must not throw.
 */
export function afterCommit(work: () => void): void {
  const held = heldNow()
  if (held) held.afterCommit.push(work)
  else afterRequestCommit(work)
}

/** Called when a transaction has committed. It may have been a part of one that has not, which then takes the work over. */
export function runAfterCommit(held: Held): void {
  for (const work of held.afterCommit) afterCommit(work)
}
