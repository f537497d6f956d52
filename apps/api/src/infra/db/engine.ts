import type pg from 'pg'
import type { Log } from '../log.ts'
import { openEmbedded } from './embedded.ts'
import type { Maintenance } from './maintenance.ts'
import { openServer } from './server.ts'
import { checkTimeZone } from './session.ts'
import type { NotificationHandler } from './subscriptions.ts'

export interface EngineOptions {
  /** Address of a PostgreSQL server, 15 or newer; none: the embedded engine. */
  databaseUrl?: string | null | undefined
  /** Folder of the embedded engine. */
  dataDir: string
  /** IANA name; times are read and written in this zone. */
  timeZone: string
  log: Log
  /** The embedded engine is gone and cannot come back in this process: the process should end. */
  onFatal: (error: Error) => void
  /** Cluster folder, closed cleanly, that a new embedded database starts as a copy of. */
  template?: string | undefined
}

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

/** Opens the database that the settings name. Throws DataFolderInUse, EngineBroken, or one line saying what is wrong with the server. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  checkTimeZone(options.timeZone)
  const { databaseUrl } = options
  return databaseUrl ? openServer({ ...options, databaseUrl }) : openEmbedded(options)
}
