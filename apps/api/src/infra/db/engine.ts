import type pg from 'pg'
import type { Maintenance } from './maintenance.ts'
import type { NotificationHandler } from './subscriptions.ts'

/** One `pg` pool on either kind of PostgreSQL. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: pg.Pool
  /** Only where the engine needs it. */
  readonly maintenance?: Maintenance
  /** One line for the log at start: what this engine is, and what it is good for. */
  describe(): string
  /** Whether the database can be used now. Throws where it does not answer. */
  state(): Promise<'ok' | 'readOnly'>
  /**
   * Hears a channel of NOTIFY. Payloads arrive after the sender's commit, or never. `onGap` is called
   * when some may have been lost with a connection. Resolves when the channel is heard, with what ends it.
   */
  listen(channel: string, handler: NotificationHandler, onGap?: () => void): Promise<() => Promise<void>>
  /** Waits for running queries, up to a limit, writes all to disk and lets go of the data folder. */
  close(): Promise<void>
}
