import { openTracing } from '@consilium/tracing/open-tracing.ts'
import type { Tracing } from '@consilium/tracing/tracing.ts'
import manifest from '../package.json' with { type: 'json' }
import type { Config } from './settings/config.ts'
import type { Engine } from './infra/db/engine/engine.ts'
import { openEngine } from './infra/db/engine/open-engine.ts'
import type { Log } from './infra/log.ts'
import { keepPrivate } from './infra/private-folder.ts'

export const VERSION = manifest.version

export interface DatabaseOptions {
  config: Config
  log: Log
  /** Called when the process cannot continue. */
  onFatal: (error: Error) => void
  /** A closed data folder from which a new embedded database is copied. */
  databaseTemplate?: string
  /** See EngineOptions. */
  plansOnce?: boolean
}

export interface OpenedDatabase {
  engine: Engine
  tracing: Tracing
}

/**
 * Opens the data folder and the database, with tracing of its statements. Apart from the service, so that the embedded
 * engine starts in its thread while the modules of the service are loaded.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const { config, log } = options
  await keepPrivate(config.dataDir, log)
  const tracing = await openTracing({
    settings: config.tracing,
    service: { name: 'consilium', version: VERSION },
    warn: (message) => log.warn(message),
  })
  const engine = await openEngine({
    databaseUrl: config.databaseUrl,
    poolerUrl: config.poolerUrl,
    dataDir: config.dataDir,
    timeZone: config.timeZone,
    log,
    onFatal: options.onFatal,
    template: options.databaseTemplate,
    plansOnce: options.plansOnce,
    limits: config.databaseLimits,
    tracing,
  })
  return { engine, tracing }
}
