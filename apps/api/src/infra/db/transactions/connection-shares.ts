import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely'

/** The part of the pool's connections that requests of one operation may hold together. */
const SHARE = 0.6

const operation = new AsyncLocalStorage<string>()

/** Runs the work of a request; its connections count to the share of the operation. */
export const onBehalfOf = <T>(name: string, work: () => T): T => operation.run(name, work)

/** Takes a place in the share of the current operation and returns what gives it back; a promise of it only where it has to wait. */
export type TakeShare = () => (() => void) | Promise<() => void>

export interface ShareOptions {
  /** Connections of the pool. */
  connections: number
  /** A request that waits longer for its operation's share is refused. */
  waitMs: number
}

interface Waiting {
  admit(): void
}

interface Share {
  held: number
  waiting: Waiting[]
}

/**
 * Limits the connections of one operation, so that a statement that waits for a lock, repeated by many requests, leaves
 * connections for others. Work without an operation, such as jobs, is not limited.
 */
export function createShares({ connections, waitMs }: ShareOptions): TakeShare {
  const max = connections === 1 ? 1 : Math.ceil(connections * SHARE)
  const shares = new Map<string, Share>()

  function release(name: string, share: Share): void {
    const next = share.waiting.shift()
    if (next) return next.admit()
    share.held -= 1
    if (share.held === 0) shares.delete(name)
  }

  /** The message is one that counts as a busy database (faults.ts). */
  const wait = (share: Share): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        admit() {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(entry), 1)
        reject(new Error('timeout exceeded when trying to connect: this operation holds its share'))
      }, waitMs)
      share.waiting.push(entry)
    })

  return function take() {
    const name = operation.getStore()
    if (name === undefined || connections === 1) return () => {}
    const share = shares.get(name) ?? { held: 0, waiting: [] }
    shares.set(name, share)
    const back = () => release(name, share)
    if (share.held >= max) return wait(share).then(() => back)
    share.held += 1
    return back
  }
}

/** A driver whose connections count to the share of the operation for which they are acquired. */
export class SharingDriver implements Driver {
  readonly #driver: Driver
  readonly #take: TakeShare
  readonly #releases = new WeakMap<DatabaseConnection, () => void>()

  constructor(driver: Driver, take: TakeShare) {
    this.#driver = driver
    this.#take = take
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  acquireConnection(): Promise<DatabaseConnection> {
    const taken = this.#take()
    return taken instanceof Promise ? taken.then((release) => this.#acquire(release)) : this.#acquire(taken)
  }

  async #acquire(release: () => void): Promise<DatabaseConnection> {
    try {
      const connection = await this.#driver.acquireConnection()
      this.#releases.set(connection, release)
      return connection
    } catch (error) {
      release()
      throw error
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const release = this.#releases.get(connection)
    this.#releases.delete(connection)
    try {
      await this.#driver.releaseConnection(connection)
    } finally {
      release?.()
    }
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection, settings)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}
