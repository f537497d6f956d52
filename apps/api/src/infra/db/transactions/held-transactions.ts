import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** A transaction, or a connection, that a piece of work holds until it ends. */
export interface Held {
  readonly pool: pg.Pool
  /** The work around this one, which may hold a transaction of another database. */
  readonly around: Held | undefined
  isOver: boolean
  /** Work for when the transaction has committed. */
  readonly afterCommit: (() => void)[]
}

const current = new AsyncLocalStorage<Held | undefined>()

/**
 * Thrown at once, as such a query would wait for the connection that its own work holds: forever on the embedded engine, which
 * has one, and on a server as soon as enough requests do it at once.
 */
export class UsedBesideTransaction extends Error {
  override readonly name = 'UsedBesideTransaction'
  constructor() {
    super(
      'the database was used beside the transaction that the same work holds: give the transaction to the query, ' +
        'ask before it begins or after its end, or run what does not belong to it in apartFromTransactions',
    )
  }
}

/** What a transaction of this pool holds, before it begins. */
export const hold = (pool: pg.Pool): Held => ({
  pool,
  around: current.getStore(),
  isOver: false,
  afterCommit: [],
})

/** Runs the work of a transaction. Until it ends, its pool may be used by nothing that the work calls or begins. */
export async function holding<T>(held: Held, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(held, work)
  } finally {
    held.isOver = true
  }
}

/** The transaction that the current work holds, if any. */
export function heldNow(): Held | undefined {
  const held = current.getStore()
  return held?.isOver === false ? held : undefined
}

export function holdsTransactionOf(pool: pg.Pool): boolean {
  for (let held = current.getStore(); held; held = held.around)
    if (held.pool === pool && !held.isOver) return true
  return false
}

/** Runs work as if no transaction were held around it. */
export const holdingNothing = <T>(work: () => T): T => current.run(undefined, work)
