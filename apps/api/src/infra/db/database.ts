import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, Transaction, type Driver } from 'kysely'
import type pg from 'pg'
import { SharingDriver, type ShareOptions } from './connection-shares.ts'
import { DATABASE_LIMITS } from './limits.ts'
import { JoiningDriver } from './request-transaction.ts'

const SECOND_MS = 1000

class JoiningDialect extends PostgresDialect {
  readonly #shares: ShareOptions

  constructor(pool: pg.Pool) {
    super({ pool })
    const { max, connectionTimeoutMillis } = pool.options
    this.#shares = {
      connections: max ?? 1,
      waitMs: connectionTimeoutMillis ?? DATABASE_LIMITS.waitSeconds * SECOND_MS,
    }
  }

  override createDriver(): Driver {
    return new JoiningDriver(new SharingDriver(super.createDriver(), this.#shares))
  }
}

/** Creates the Kysely instance, which joins the transaction of the current request. The engine closes the pool. */
export function createDatabase<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new JoiningDialect(pool) })
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
/** Number of attempts after deadlocks and serialization failures. */
export const TRANSACTION_ATTEMPTS = 5
const FIRST_PAUSE_MS = 10

const lostToAnother = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)

/**
 * Runs the work in the given transaction, or in a new one if `db` is the database itself. A new transaction is retried
 * after a deadlock or serialization failure, so the work must have no side effects but SQL.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables> | Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db instanceof Transaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === TRANSACTION_ATTEMPTS || !lostToAnother(error)) throw error
      await delay(FIRST_PAUSE_MS * 2 ** attempt * Math.random())
    }
  }
}
