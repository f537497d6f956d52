import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { createDatabase } from '../infra/db/database.ts'
import { MOVED_FILE } from '../infra/db/engine/cluster-folder.ts'
import { migrateToLatest } from '../infra/db/schema/migrate.ts'
import { openEngine } from '../infra/db/engine/open-engine.ts'
import type { Tables } from '../infra/db/tables.ts'
import type { Log } from '../infra/log.ts'
import { createLocalStorage } from '../infra/storage/storage.ts'
import { makeBackup, readAnchor } from './make.ts'
import { NoBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'

export interface MoveWork {
  /** The installation on the embedded engine. */
  config: Config
  log: Log
  databaseUrl: string
  /** Files leave the data folder for the bucket of the S3_ settings. */
  filesToS3: boolean
  productVersion: string
  onFatal: (error: Error) => void
  say: (line: string) => void
}

function requireMovable({ config, filesToS3 }: MoveWork): void {
  if (config.databaseUrl) throw new NoBackup('DATABASE_URL is set: this installation is on a server already.')
  if (!existsSync(join(config.dataDir, 'pg')))
    throw new NoBackup(`There is nothing to move: ${config.dataDir} has no database.`)
  if (filesToS3 && !config.s3) throw new NoBackup('--files-to-s3 needs the S3_ settings of the bucket.')
}

/** The target as the settings will name it; without S3 its files stay where they are. */
const targetOf = ({ config, databaseUrl }: MoveWork): Config => ({ ...config, databaseUrl })

/**
 * Moves the database of the embedded engine to an empty one on a server, and on request the files to a bucket. The service
 * must not run, since what it would still write would be lost. Afterwards the data folder refuses to be started without
 * DATABASE_URL.
 */
export async function moveToServer(work: MoveWork): Promise<void> {
  const { config, log, onFatal, say } = work
  requireMovable(work)
  const { dataDir, timeZone } = config
  const folder = mkdtempSync(join(dataDir, 'move-'))
  // Holding the engine, and so the folder's lock, until the end keeps the service from starting meanwhile.
  const engine = await openEngine({ databaseUrl: null, dataDir, timeZone, log, onFatal })
  try {
    const db = createDatabase<Tables>(engine.pool)
    await migrateToLatest(db)
    const plainStorage = createLocalStorage(join(dataDir, 'files'))
    await makeBackup({
      config,
      productVersion: work.productVersion,
      source: { db, kind: engine.kind },
      plainStorage,
      anchor: await readAnchor(plainStorage),
      copiesFiles: work.filesToS3,
      folder: join(folder, 'backup'),
      keysFolder: null,
      say,
    })
    const target = targetOf(work)
    await restoreBackup({
      config: target,
      log,
      folder: join(folder, 'backup'),
      keysFolder: join(folder, 'none'),
      replace: false,
      keepsFiles: !work.filesToS3,
      onFatal,
      say,
    })
    writeFileSync(join(dataDir, MOVED_FILE), `${new Date().toISOString()}\n`, { mode: 0o600 })
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
  notifySettings(work)
}

function notifySettings({ config, databaseUrl, say }: MoveWork): void {
  const url = new URL(databaseUrl)
  const hasPassword = url.password !== ''
  if (hasPassword) url.password = 'PASSWORD'
  say('Moved. Start the service with these settings, and take a backup:')
  say(
    `  DATABASE_URL=${url.href}${hasPassword ? ' (with the password, which is not printed, in the place of PASSWORD)' : ''}`,
  )
  if (!config.masterKey) say(`  MASTER_KEY_FILE=${join(config.dataDir, 'master.key')}`)
  if (!config.signingKeyFile) say(`  SIGNING_KEY_FILE=${join(config.dataDir, 'signing.pem')}`)
  say(`The former database stays in ${join(config.dataDir, 'pg')}, which no service starts on any more.`)
}
