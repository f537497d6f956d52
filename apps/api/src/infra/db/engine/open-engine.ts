import type { Tracing } from '@consilium/tracing/tracing.ts'
import type { Log } from '../../log.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import type { DatabaseLimits } from './limits.ts'
import { openServer } from './server.ts'
import { checkTimeZone } from './session.ts'

export interface EngineOptions {
  /** URL of a PostgreSQL server, 15 or newer; the embedded engine is used without it. */
  databaseUrl?: string | null | undefined
  /** See ServerOptions. */
  poolerUrl?: string | null | undefined
  /** Folder of the embedded engine. */
  dataDir: string
  /** IANA name of the zone in which times are read and written. */
  timeZone: string
  log: Log
  /** Called when the embedded engine has failed for good, so that the process should end. */
  onFatal: (error: Error) => void
  /** Folder of a cleanly closed cluster, which a new embedded database is copied from. */
  template?: string | undefined
  limits?: DatabaseLimits | undefined
  tracing?: Tracing | undefined
  /** True if a server plans a statement that has a name once for all values, which is enough for the small tables of tests. */
  plansOnce?: boolean | undefined
}

/**
 * Opens the configured database. Throws DataFolderInUse, EngineBroken, or an error that describes the problem with the
 * server in one line.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  checkTimeZone(options.timeZone)
  const { databaseUrl } = options
  return databaseUrl ? openServer({ ...options, databaseUrl }) : openEmbedded(options)
}
