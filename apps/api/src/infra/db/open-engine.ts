import type { Log } from '../log.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { openServer } from './server.ts'
import { checkTimeZone } from './session.ts'

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

/** Opens the database that the settings name. Throws DataFolderInUse, EngineBroken, or one line saying what is wrong with the server. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  checkTimeZone(options.timeZone)
  const { databaseUrl } = options
  return databaseUrl ? openServer({ ...options, databaseUrl }) : openEmbedded(options)
}
