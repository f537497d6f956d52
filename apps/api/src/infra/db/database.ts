import { setTimeout as delay } from 'node:timers/promises'
import {
  Kysely,
  PostgresDialect,
  Transaction,
  type CompiledQuery,
  type ConnectionBuilder,
  type Driver,
  type QueryResult,
  type TransactionBuilder,
} from 'kysely'
import type pg from 'pg'
import { createShares, SharingDriver, type TakeShare } from './transactions/connection-shares.ts'
import { leaveBehind } from './transactions/left-behind.ts'
import { runAfterCommit } from './transactions/after-commit.ts'
import { heldNow, hold, holding } from './transactions/held-transactions.ts'
import { DATABASE_LIMITS } from './engine/limits.ts'
import { isWithinRequest, JoiningDriver } from './transactions/request-transaction.ts'

const SECOND_MS = 1000

class JoiningDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #takeShare: TakeShare

  constructor(pool: pg.Pool, takeShare: TakeShare) {
    super({ pool })
    this.#pool = pool
    this.#takeShare = takeShare
  }

  override createDriver(): Driver {
    return new JoiningDriver(new SharingDriver(super.createDriver(), this.#takeShare), this.#pool)
  }
}

/** A database that refuses to be used by work that holds one of its transactions. */
class GuardedDatabase<Tables> extends Kysely<Tables> {
  readonly #pool: pg.Pool
  readonly #takeShare: TakeShare

  get pool(): pg.Pool {
    return this.#pool
  }

  constructor(pool: pg.Pool) {
    const { max, connectionTimeoutMillis = DATABASE_LIMITS.waitSeconds * SECOND_MS } = pool.options
    const takeShare = createShares({ connections: max, waitMs: connectionTimeoutMillis })
    super({ dialect: new JoiningDialect(pool, takeShare) })
    this.#pool = pool
    this.#takeShare = takeShare
  }

  /** Asks the pool itself; what holds a transaction of it is refused a connection. */
  async #ask<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const taken = this.#takeShare()
    const giveBack = taken instanceof Promise ? await taken : taken
    try {
      const client = await this.#pool.connect()
      try {
        const answered: QueryResult<unknown> = await client.query(sql, parameters as unknown[])
        return answered as QueryResult<Row>
      } finally {
        client.release()
      }
    } finally {
      giveBack()
    }
  }

  /**
   * Runs a query that is compiled already. Kysely's way to a connection, which looks for the transaction that the query belongs
   * to, costs about as much as the query, so that outside of transactions the pool itself is asked.
   */
  override executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return isWithinRequest() ? super.executeQuery(query) : this.#ask(query)
  }

  override transaction(): TransactionBuilder<Tables> {
    return this.#holding(super.transaction())
  }

  override connection(): ConnectionBuilder<Tables> {
    const builder = super.connection()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work, options) => {
      const held = hold(this.#pool)
      const result = await execute((db) => holding(held, () => work(db)), options)
      runAfterCommit(held)
      return result
    }
    return builder
  }

  override startTransaction(): never {
    throw new Error('a transaction is the work of a callback, so that it is known what belongs to it')
  }

  #holding(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
    const execute = builder.execute.bind(builder)
    const setAccessMode = builder.setAccessMode.bind(builder)
    const setIsolationLevel = builder.setIsolationLevel.bind(builder)
    builder.execute = async (work) => {
      const held = hold(this.#pool)
      const result = await execute((trx) => holding(held, () => work(trx)))
      runAfterCommit(held)
      return result
    }
    builder.setAccessMode = (mode) => this.#holding(setAccessMode(mode))
    builder.setIsolationLevel = (level) => this.#holding(setIsolationLevel(level))
    return builder
  }
}

/**
 * Creates the Kysely instance, which joins the transaction of the current request, and which throws UsedBesideTransaction
 * inside a transaction. The engine closes the pool.
 */
export function createDatabase<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new GuardedDatabase<Tables>(pool)
}

/** The pool of a database, or of the transaction on it that the current work holds; undefined for any other. */
export const poolOf = <Tables>(db: Kysely<Tables>): pg.Pool | undefined =>
  db instanceof GuardedDatabase ? db.pool : heldNow()?.pool

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
      if (attempt === TRANSACTION_ATTEMPTS || !lostToAnother(error)) {
        await leaveBehind(error)
        throw error
      }
      await delay(FIRST_PAUSE_MS * 2 ** attempt * Math.random())
    }
  }
}
