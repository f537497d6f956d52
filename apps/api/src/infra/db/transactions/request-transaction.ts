import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { holdingNothing, holdsTransactionOf, UsedBesideTransaction } from './held-transactions.ts'

const current = new AsyncLocalStorage<RequestTransaction | null>()

export type RunQuery = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/** Work that is committed in the same transaction as a request. */
export interface Companion<T> {
  /** Runs first in the transaction, and must use the given `run`, since all other queries wait for it. */
  begun(run: RunQuery): Promise<void>
  /** Runs last before the commit, as part of the work. */
  settled(result: T): Promise<void>
}

const SAVEPOINT = CompiledQuery.raw('savepoint part')
const RELEASE = CompiledQuery.raw('release savepoint part')
const ROLL_BACK = CompiledQuery.raw('rollback to savepoint part; release savepoint part')

/** True for a SELECT without a `with` clause, which might write. */
const onlyReads = ({ query }: CompiledQuery) => query.kind === 'SelectQueryNode' && query.with === undefined

interface Source {
  driver: Driver
  /** Where the connections of the driver come from. */
  pool: pg.Pool
}

/** Acquires a connection for the request itself, whose transaction is its own and not in its way. */
const acquire = (driver: Driver): Promise<DatabaseConnection> =>
  current.run(null, () => driver.acquireConnection())

/**
 * The transaction of a request. It begins at the first write, so that earlier work, such as hashing a password, holds
 * no connection.
 */
class RequestTransaction {
  readonly #begun: Companion<never>['begun']
  /** Work for when the transaction is over. */
  readonly afterwards: (() => Promise<void>)[] = []
  /** Work for when it has committed. */
  readonly committed: (() => void)[] = []
  #source: Source | undefined
  #connection: Promise<DatabaseConnection> | undefined
  #isOver = false
  #isEnding = false
  #lastQuery: Promise<unknown> = Promise.resolve()
  #lastPart: Promise<unknown> = Promise.resolve()

  constructor(begun: Companion<never>['begun']) {
    this.#begun = begun
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get hasBegun(): boolean {
    return this.#connection !== undefined
  }

  holds(pool: pg.Pool): boolean {
    return this.hasBegun && !this.isOver && this.#source?.pool === pool
  }

  join(source: Source): JoinedConnection {
    this.#source = source
    return new JoinedConnection(this, source)
  }

  /** Runs queries one at a time in the order of the calls. */
  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#inTurn((connection) => connection.executeQuery<R>(query))
  }

  /** From here on a write that fails fails the request, so that it needs no savepoint of its own. */
  expectLastWrites(): void {
    this.#isEnding = true
  }

  /** Runs a statement in a savepoint, so that its failure does not abort the transaction. */
  executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isEnding) return this.execute(query)
    return this.#inTurn(async (connection) => {
      await connection.executeQuery(SAVEPOINT)
      try {
        const result = await connection.executeQuery<R>(query)
        await connection.executeQuery(RELEASE)
        return result
      } catch (error) {
        await connection.executeQuery(ROLL_BACK)
        throw error
      }
    })
  }

  /**
   * Begins a part after the previous one has ended: a savepoint, or the transaction itself where nothing was written before,
   * which begins anew after such a part was undone. Resolves with the function that ends the part.
   */
  async beginPart(): Promise<(end: 'keep' | 'undo') => Promise<void>> {
    const before = this.#lastPart
    const ended = Promise.withResolvers<void>()
    this.#lastPart = ended.promise
    await before
    const isFirst = !this.hasBegun
    try {
      if (isFirst) await this.#inTurn(async () => {})
      else await this.execute(SAVEPOINT)
    } catch (error) {
      ended.resolve()
      throw error
    }
    return async (end) => {
      try {
        if (!isFirst) await this.execute(end === 'keep' ? RELEASE : ROLL_BACK)
        else if (end === 'undo') await this.#undo()
      } finally {
        ended.resolve()
      }
    }
  }

  /** Commits; later queries run outside this transaction. */
  async commit(): Promise<void> {
    await this.#end((driver, connection) => driver.commitTransaction(connection))
  }

  async rollBack(): Promise<void> {
    if (!this.#isOver) await this.#end((driver, connection) => driver.rollbackTransaction(connection))
  }

  /** Undoes all that was written; the next write begins a new transaction. */
  async #undo(): Promise<void> {
    await this.#lastQuery
    const connection = this.#connection
    this.#connection = undefined
    await this.#finish(connection, (driver, held) => driver.rollbackTransaction(held))
  }

  async #end(finish: (driver: Driver, connection: DatabaseConnection) => Promise<void>): Promise<void> {
    await this.#lastQuery
    this.#isOver = true
    await this.#finish(this.#connection, finish)
  }

  async #finish(
    begun: Promise<DatabaseConnection> | undefined,
    finish: (driver: Driver, connection: DatabaseConnection) => Promise<void>,
  ): Promise<void> {
    const connection = await begun?.catch(() => undefined)
    const driver = this.#source?.driver
    if (!connection || !driver) return
    try {
      await finish(driver, connection)
    } finally {
      await driver.releaseConnection(connection)
    }
  }

  #inTurn<R>(work: (connection: DatabaseConnection) => Promise<R>): Promise<R> {
    if (this.#isOver) throw new Error('a query of a request whose transaction is over')
    this.#connection ??= this.#begin()
    const done = Promise.all([this.#connection, this.#lastQuery]).then(([connection]) => work(connection))
    this.#lastQuery = done.catch(() => {})
    return done
  }

  async #begin(): Promise<DatabaseConnection> {
    if (!this.#source) throw new Error('a request transaction is joined before it begins')
    const { driver } = this.#source
    const connection = await acquire(driver)
    try {
      await driver.beginTransaction(connection, {})
      await this.#begun((query) => connection.executeQuery(query))
      return connection
    } catch (error) {
      await driver.rollbackTransaction(connection).catch(() => {})
      await driver.releaseConnection(connection)
      throw error
    }
  }
}

/** The connection that Kysely gets during a request; all of them share the connection of the request's transaction. */
class JoinedConnection implements DatabaseConnection {
  readonly #transaction: RequestTransaction
  readonly #driver: Driver
  #endPart: ((end: 'keep' | 'undo') => Promise<void>) | undefined

  constructor(transaction: RequestTransaction, { driver }: Source) {
    this.#transaction = transaction
    this.#driver = driver
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#endPart) return this.#transaction.execute(query)
    if (!onlyReads(query)) return this.#transaction.executeAlone(query)
    return this.#transaction.hasBegun ? this.#transaction.execute(query) : this.#readBefore(query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a request transaction reads no cursors')
  }

  async begin(): Promise<void> {
    this.#endPart = await this.#transaction.beginPart()
  }

  async end(how: 'keep' | 'undo'): Promise<void> {
    await this.#endPart?.(how).finally(() => (this.#endPart = undefined))
  }

  async #readBefore<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const connection = await acquire(this.#driver)
    try {
      return await connection.executeQuery<R>(query)
    } finally {
      await this.#driver.releaseConnection(connection)
    }
  }
}

/**
 * A driver whose connections and transactions join the transaction of the current request, if there is one. Within the
 * callback of a transaction, which is a part of the request's, it gives out no connection.
 */
export class JoiningDriver implements Driver {
  readonly #driver: Driver
  readonly #pool: pg.Pool

  constructor(driver: Driver, pool: pg.Pool) {
    this.#driver = driver
    this.#pool = pool
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (holdsTransactionOf(this.#pool)) throw new UsedBesideTransaction()
    const transaction = current.getStore()
    return transaction && !transaction.isOver
      ? transaction.join({ driver: this.#driver, pool: this.#pool })
      : this.#driver.acquireConnection()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof JoinedConnection) return connection.begin()
    return this.#driver.beginTransaction(connection, settings)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof JoinedConnection) return connection.end('keep')
    return this.#driver.commitTransaction(connection)
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof JoinedConnection) return connection.end('undo')
    return this.#driver.rollbackTransaction(connection)
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return connection instanceof JoinedConnection
      ? Promise.resolve()
      : this.#driver.releaseConnection(connection)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

/**
 * Runs the work of a request in one transaction, which commits at its end. A nested transaction becomes a savepoint,
 * which may fail on its own.
 */
export function inRequestTransaction<T>(companion: Companion<T>, work: () => Promise<T>): Promise<T> {
  const transaction = new RequestTransaction(companion.begun)
  return current.run(transaction, async () => {
    try {
      const result = await work()
      await companion.settled(result)
      await transaction.commit()
      current.run(null, () => transaction.committed.forEach((next) => next()))
      return result
    } catch (error) {
      // The first error is reported; after a lost connection the rollback fails as well.
      await transaction.rollBack().catch(() => {})
      throw error
    } finally {
      for (const next of transaction.afterwards) await current.run(null, next)
    }
  })
}

/**
 * Runs work once the transaction of the request is over, however it ended, or at once where there is none. The work must
 * not throw.
 */
export async function afterRequest(work: () => Promise<void>): Promise<void> {
  const transaction = current.getStore()
  if (transaction && !transaction.isOver) transaction.afterwards.push(work)
  else await work()
}

/** Begins work once the transaction of the request has committed, or at once where there is none. It must not throw. */
export function afterRequestCommit(work: () => void): void {
  const transaction = current.getStore()
  if (transaction && !transaction.isOver) transaction.committed.push(work)
  else work()
}

/**
 * Runs work whose writes are kept even if the request fails, such as counting a wrong code. It must run before the
 * first write of the request, or it deadlocks on the single connection of the embedded engine.
 */
export function apartFromRequest<R>(work: () => R): R {
  if (hasRequestBegun())
    throw new Error('work apart from a request comes before the first write of its transaction')
  return current.run(null, work)
}

/** True if the transaction of the request has begun, so that nothing apart from it can be done any more. */
export const hasRequestBegun = (): boolean => {
  const transaction = current.getStore()
  return transaction?.hasBegun === true && !transaction.isOver
}

/** Called where nothing is left to write but what the request cannot do without. */
export const expectLastWrites = (): void => current.getStore()?.expectLastWrites()

/** True during a request whose transaction has begun or begins with its first write. */
export const isWithinRequest = (): boolean => current.getStore()?.isOver === false

/** True if the current work holds a connection of the pool for a transaction. */
export const isHeld = (pool: pg.Pool): boolean =>
  holdsTransactionOf(pool) || current.getStore()?.holds(pool) === true

/**
 * Begins work that belongs neither to the request nor to a transaction that is held now, such as a timer or a read that many
 * share. What holds a transaction must not wait for it.
 */
export const apartFromTransactions = <R>(work: () => R): R => current.run(null, () => holdingNothing(work))
