import type pg from 'pg'
import type { GuardedPool } from '../transactions/guarded-pool.ts'
import type { Maintenance } from './maintenance.ts'
import type { NotificationHandler } from '../signals/subscriptions.ts'

/** A `pg` pool on PGlite or on a PostgreSQL server. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: GuardedPool
  /** Connections without limits of time, for migrations. */
  readonly patientPool: pg.Pool
  /** Undefined if the engine needs no maintenance. */
  readonly maintenance?: Maintenance
  /** Describes the engine in one line for the start-up message. */
  describe(): string
  /** Checks that the database answers; throws if it does not. */
  state(): Promise<'ok' | 'readOnly'>
  /**
   * Subscribes to a NOTIFY channel. Payloads arrive only after the sender's commit. `onGap` is called when payloads may
   * have been lost with a connection. Resolves with the unsubscribe function once the subscription is active.
   */
  listen(channel: string, handler: NotificationHandler, onGap?: () => void): Promise<() => Promise<void>>
  /** Copies the database as it stands between two statements into an empty folder; undefined on a server. */
  copyTo?(folder: string): Promise<void>
  /** Puts the database's time so far behind this machine's, which all nodes follow; undefined on a server. */
  setClock?(behindMs: number): Promise<void>
  /** Waits for running queries up to a limit, flushes to disk and releases the lock of the data folder. */
  close(): Promise<void>
}
