import { existsSync, readdirSync } from 'node:fs'
import { opendir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { layFoundation, openStorage } from '../foundation.ts'
import { createDatabase } from '../infra/db/database.ts'
import type { Db } from '../infra/db/db.ts'
import { migrateToLatest, MIGRATIONS } from '../infra/db/schema/migrate.ts'
import { hashMigrations } from '../infra/db/schema/migration-hashes.ts'
import { openEngine } from '../infra/db/engine/open-engine.ts'
import type { Tables } from '../infra/db/tables.ts'
import { tablesOf } from '../infra/db/transfer/catalogue.ts'
import { dropEverything, isUnfinished, loadRows, markUnfinished } from '../infra/db/transfer/load.ts'
import type { Log } from '../infra/log.ts'
import { keepPrivate } from '../infra/private-folder.ts'
import type { Storage } from '../infra/storage/storage.ts'
import { TASK_KEYS } from '../infra/health/task-records.ts'
import { requeueOn } from '../commands/requeue.ts'
import { checkFile, eachOf, putBack } from './files.ts'
import { planKeys, putKeys } from './keys.ts'
import { countLines, readLines } from './lines.ts'
import { FILES_FOLDER, FILES_LIST, tableFile } from './make.ts'
import { FileLine, type Manifest, NoBackup, readManifest } from './manifest.ts'
import { checkSamples } from './samples.ts'

export interface RestoreWork {
  config: Config
  log: Log
  folder: string
  keysFolder: string
  /** What the target holds is put aside, or deleted where that cannot be done. */
  replace: boolean
  /** The files are in the target's storage already. */
  keepsFiles?: boolean
  onFatal: (error: Error) => void
  say: (line: string) => void
}

async function filesOf(folder: string): Promise<FileLine[]> {
  const lines: FileLine[] = []
  for await (const batch of readLines(join(folder, FILES_LIST))) lines.push(...batch.map(fileOf))
  return lines
}

function fileOf(line: string): FileLine {
  const { key } = JSON.parse(line) as { key?: unknown }
  const { success, data } = FileLine.safeParse(JSON.parse(line))
  if (!success) throw new NoBackup(`The list of files names ${JSON.stringify(key)}, which is no storage key.`)
  return data
}

/** A backup is made of files and folders. A link would bring in what lies elsewhere on this machine. */
async function requireNoLinks(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true }))
    if (!entry.isFile() && !entry.isDirectory())
      throw new NoBackup(`${join(entry.parentPath, entry.name)} is neither a file nor a folder.`)
}

async function requireContent(path: string, wanted: { rows: number; sha256: string }): Promise<void> {
  if (!existsSync(path)) throw new NoBackup(`The backup is not whole: ${path} is missing.`)
  const { rows, sha256 } = await countLines(path).catch((error: unknown) => {
    throw new NoBackup(`${path} is damaged: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (rows !== wanted.rows || sha256 !== wanted.sha256)
    throw new NoBackup(`${path} is not what was saved: its hash is another.`)
}

/** Compares everything in a backup with its hashes. Throws NoBackup. */
export async function checkBackup(folder: string, say: (line: string) => void): Promise<Manifest> {
  const manifest = readManifest(folder)
  await requireNoLinks(folder)
  for (const table of manifest.tables) await requireContent(tableFile(folder, table.name), table)
  await requireContent(join(folder, FILES_LIST), manifest.files)
  const files = await filesOf(folder)
  await eachOf(files, (file) => checkFile(join(folder, FILES_FOLDER), file))
  say(
    `The backup of ${manifest.moment} (version ${manifest.productVersion}, ${manifest.engine}) is whole: ` +
      `${manifest.tables.length} tables, ${files.length} files.`,
  )
  return manifest
}

/** The schema is made by the migrations that the backup's database had run, so this version must have them all. */
function requireKnown({ migrations, productVersion }: Manifest): string {
  const files = hashMigrations(MIGRATIONS)
  const last = migrations.at(-1)!.name
  const unknown = migrations.filter(({ name }) => !files.has(name))
  if (unknown.length > 0)
    throw new NoBackup(
      `This version does not know ${unknown.map(({ name }) => name).join(', ')}: restore with version ${productVersion} or newer.`,
    )
  const changed = migrations.filter(({ name, sha256 }) => sha256 !== null && files.get(name) !== sha256)
  const skipped = [...files.keys()].filter(
    (name) => name <= last && !migrations.some((migration) => migration.name === name),
  )
  const odd = [...changed.map(({ name }) => name), ...skipped]
  if (odd.length > 0) throw new NoBackup(`The backup's database ran other migrations: ${odd.join(', ')}.`)
  return last
}

/** Files of the backup may be there: an interrupted restore left them. */
async function requireFreeStorage(storage: Storage, files: readonly FileLine[]): Promise<void> {
  const own = new Set(files.map(({ key }) => key))
  for await (const { key } of storage.list())
    if (!own.has(key) && !TASK_KEYS.includes(key))
      throw new NoBackup(
        `The file storage of the target is not empty: it holds ${key}. --replace restores all the same.`,
      )
}

async function requireFreeDatabase(db: Db, replace: boolean): Promise<void> {
  const tables = await tablesOf(db)
  if (tables.length === 0) return
  if (!replace && !(await isUnfinished(db)))
    throw new NoBackup(
      `The database of the target is not empty: it has ${tables.length} tables. --replace deletes them.`,
    )
  await dropEverything(db)
}

/** Puts the embedded database and local files aside, where they stay until somebody deletes them. */
async function putAside({ config, say }: RestoreWork): Promise<void> {
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const local = [...(config.databaseUrl ? [] : ['pg']), ...(config.s3 ? [] : ['files'])]
  for (const name of local) {
    const path = join(config.dataDir, name)
    if (!existsSync(path) || readdirSync(path).length === 0) continue
    await rename(path, `${path}.before-restore-${stamp}`)
    say(`Put aside: ${path}.before-restore-${stamp}`)
  }
}

/** Leaves the database marked as unfinished until its rows are those of the backup. */
async function restoreDatabase(db: Db, manifest: Manifest, folder: string, upTo: string): Promise<void> {
  await markUnfinished(db)
  await migrateToLatest(db, { upTo, isRestoring: true })
  const linesOf = (table: string) => readLines(tableFile(folder, table))
  await loadRows(db, { tables: manifest.tables, sequences: manifest.sequences, linesOf })
}

/** Restores a backup into an empty installation. Everything is checked before the first byte is written. Throws NoBackup. */
export async function restoreBackup(work: RestoreWork): Promise<Manifest> {
  const { config, log, folder, say } = work
  const manifest = await checkBackup(folder, say)
  const upTo = requireKnown(manifest)
  const keyPlan = await planKeys(config, manifest, work.keysFolder)
  const files = await filesOf(folder)
  await keepPrivate(config.dataDir, log)
  if (work.replace) await putAside(work)
  const storage = await openStorage(config)
  if (!work.replace && !work.keepsFiles) await requireFreeStorage(storage, files)
  const { databaseUrl, dataDir, timeZone } = config
  const engine = await openEngine({ databaseUrl, dataDir, timeZone, log, onFatal: work.onFatal })
  try {
    const db = createDatabase<Tables>(engine.pool)
    await requireFreeDatabase(db, work.replace)
    putKeys(config, keyPlan)
    await eachOf(files, (file) => putBack(storage, join(folder, FILES_FOLDER), file))
    say(`${files.length} files restored.`)
    await restoreDatabase(db, manifest, folder, upTo)
    say(`${manifest.tables.length} tables restored; their rows have the hashes of the backup.`)
    const foundation = await layFoundation({ config, log }, engine, (target) => migrateToLatest(target))
    await requeueOn(engine, foundation)
    await checkSamples(foundation, new Set(manifest.files.missing), say)
  } finally {
    await engine.close()
  }
  return manifest
}
