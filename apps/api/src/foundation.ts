import type { Config } from './settings/config.ts'
import type { Context } from './context.ts'
import { createClock, type Clock } from './infra/clock.ts'
import { createClockDifference } from './infra/db/engine/clock-difference.ts'
import { createDatabase } from './infra/db/database.ts'
import type { Engine } from './infra/db/engine/engine.ts'
import { checkMasterKey } from './infra/db/sealed/key-canary.ts'
import type { Tables } from './infra/db/tables.ts'
import { guardStorage } from './infra/storage/guarded-storage.ts'
import { createKeys } from './infra/keys/keys.ts'
import type { Log } from './infra/log.ts'
import { loadMasterKeys } from './infra/keys/master-key.ts'
import { sealStorage } from './infra/storage/sealed-storage.ts'
import { createLocalStorage, type Storage } from './infra/storage/storage.ts'

export type Foundation = Pick<
  Context,
  'config' | 'log' | 'db' | 'clock' | 'clockDifference' | 'keys' | 'storage' | 'plainStorage'
>

/** The client of S3 is loaded where it is needed, as it takes part of the start and of the memory. */
export async function openStorage({ s3, filesDir }: Config): Promise<Storage> {
  if (!s3) return guardStorage(createLocalStorage(filesDir))
  const { createS3Storage } = await import('./infra/storage/s3-storage.ts')
  return guardStorage(createS3Storage(s3))
}

export interface FoundationOptions {
  config: Config
  log: Log
  clock?: Clock | undefined
}

/** Opens database, keys and files, which the service and the operator's commands share. Throws WrongMasterKey. */
export async function layFoundation(
  { config, log, clock: given }: FoundationOptions,
  engine: Engine,
  prepare: (db: Foundation['db']) => Promise<unknown>,
): Promise<Foundation> {
  await prepare(createDatabase<Tables>(engine.patientPool))
  const db = createDatabase<Tables>(engine.pool)
  const masterKeys = { current: config.masterKey, previous: config.previousMasterKeys }
  const keys = createKeys(loadMasterKeys(masterKeys, config.dataDir))
  const clockDifference = createClockDifference(engine.pool)
  await clockDifference.measure()
  const clock = given ?? createClock(config.timeZone, () => new Date(Date.now() - clockDifference.ms))
  await checkMasterKey(db, keys, log)
  const plainStorage = await openStorage(config)
  return {
    config,
    log,
    db,
    clock,
    clockDifference,
    keys,
    plainStorage,
    storage: sealStorage(plainStorage, keys),
  }
}
