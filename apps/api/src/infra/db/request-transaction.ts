import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'

export type RunQuery = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/** What is committed together with the work of a request, or not at all. */
export interface Companion<T> {
  /** Runs first in the transaction; it must use what it is given, since everything else waits for it. */
  begun(run: RunQuery): Promise<void>
  /** Runs last before the commit, as part of the work. */
  settled(result: T): Promise<void>
}

const SAVEPOINT = CompiledQuery.raw('savepoint part')
const RELEASE = CompiledQuery.raw('release savepoint part')
const ROLL_BACK = CompiledQuery.raw('rollback to savepoint part; release savepoint part')

/** A reading that neither writes in a `with` nor is written as raw SQL. */
const onlyReads = ({ query }: CompiledQuery) => query.kind === 'SelectQueryNode' && query.with === undefined

/**
 * The one transaction of a request. It begins at the first write, so that what comes before, such as hashing a
 * password, holds no connection.
 */
class RequestTransaction {
  readonly #begun: Companion<never>['begun']
  #driver: Driver | undefined
  #connection: Promise<DatabaseConnection> | undefined
  #isOver = false
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

  join(driver: Driver): JoinedConnection {
    this.#driver = driver
    return new JoinedConnection(this, driver)
  }

  /** One query at a time, in the order asked. */
  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#inTurn((connection) => connection.executeQuery<R>(query))
  }

  /** A statement that fails takes nothing else with it, as it would not outside. */
  executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
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

  /** Parts that could be rolled back follow one another. Resolves with what ends the part. */
  async beginPart(): Promise<(query: 'keep' | 'undo') => Promise<void>> {
    const before = this.#lastPart
    const ended = Promise.withResolvers<void>()
    this.#lastPart = ended.promise
    await before
    try {
      await this.execute(SAVEPOINT)
    } catch (error) {
      ended.resolve()
      throw error
    }
    return async (end) => {
      try {
        await this.execute(end === 'keep' ? RELEASE : ROLL_BACK)
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

  async #end(finish: (driver: Driver, connection: DatabaseConnection) => Promise<void>): Promise<void> {
    await this.#lastQuery
    this.#isOver = true
    const connection = await this.#connection?.catch(() => undefined)
    if (!connection || !this.#driver) return
    try {
      await finish(this.#driver, connection)
    } finally {
      await this.#driver.releaseConnection(connection)
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
    const driver = this.#driver
    if (!driver) throw new Error('a request transaction is joined before it begins')
    const connection = await driver.acquireConnection()
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

/** What Kysely holds for a query or transaction of a request: a share in the request's one connection. */
class JoinedConnection implements DatabaseConnection {
  readonly #transaction: RequestTransaction
  readonly #driver: Driver
  #endPart: ((end: 'keep' | 'undo') => Promise<void>) | undefined

  constructor(transaction: RequestTransaction, driver: Driver) {
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
    const connection = await this.#driver.acquireConnection()
    try {
      return await connection.executeQuery<R>(query)
    } finally {
      await this.#driver.releaseConnection(connection)
    }
  }
}

const current = new AsyncLocalStorage<RequestTransaction | null>()

/** A driver whose connections and transactions are parts of the request's transaction where there is one. */
export class JoiningDriver implements Driver {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const transaction = current.getStore()
    return transaction && !transaction.isOver
      ? transaction.join(this.#driver)
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

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof JoinedConnection)) await this.#driver.releaseConnection(connection)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}

/**
 * Runs the work of a request in one transaction on the database: everything that it writes is committed together at
 * its end, or nothing is. A transaction within it becomes a part that may fail by itself.
 */
export function inRequestTransaction<T>(companion: Companion<T>, work: () => Promise<T>): Promise<T> {
  const transaction = new RequestTransaction(companion.begun)
  return current.run(transaction, async () => {
    try {
      const result = await work()
      await companion.settled(result)
      await transaction.commit()
      return result
    } catch (error) {
      // What failed first is what is told: a lost connection fails the rollback too.
      await transaction.rollBack().catch(() => {})
      throw error
    }
  })
}

/**
 * Runs work whose writes stay whatever becomes of the request, such as counting a wrong code. It must come before the
 * request's own first write: the embedded engine has one connection, and waiting for it here would never end.
 */
export function apartFromRequest<R>(work: () => R): R {
  const transaction = current.getStore()
  if (transaction && !transaction.isOver && transaction.hasBegun)
    throw new Error('work apart from a request comes before the first write of its transaction')
  return current.run(null, work)
}
