import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import type { Db } from '../infra/db/db.ts'
import {
  readCatalogue,
  readMigrations,
  readSequences,
  type CarriedTable,
} from '../infra/db/transfer/catalogue.ts'
import { inOneMoment, linesOf, momentOf, type Content } from '../infra/db/transfer/moment.ts'
import { readIfThere, type Storage } from '../infra/storage/storage.ts'
import { ANCHOR_KEY } from '../modules/operation-log/anchor.ts'
import { copyFiles, saveBytes } from './files.ts'
import { keyIdOf, saveKeys } from './keys.ts'
import { writeLines } from './lines.ts'
import {
  MANIFEST,
  type Manifest,
  manifestText,
  type NewManifest,
  NoBackup,
  readManifest,
} from './manifest.ts'

export const DATABASE_FOLDER = 'database'
export const FILES_FOLDER = 'files'
export const KEYS_FOLDER = 'keys'
export const FILES_LIST = 'files.ndjson.gz'
const FILES_TABLE = 'stored_file'
const ONE_LINE_EACH = 500

export const tableFile = (folder: string, table: string): string =>
  join(folder, DATABASE_FOLDER, `${table}.ndjson.gz`)

export interface BackupWork {
  config: Config
  productVersion: string
  source: { db: Db; kind: Manifest['engine'] }
  plainStorage: Storage
  /** From `readAnchor`, before the source was opened or copied. */
  anchor: Buffer | null
  /** False: the files stay where they are. */
  copiesFiles?: boolean
  folder: string
  /** Null: keys are left out. */
  keysFolder: string | null
  say: (line: string) => void
}

function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new NoBackup(`${folder} is not empty: a backup goes into a folder of its own.`)
}

type Saved = Pick<Manifest, 'moment' | 'migrations' | 'tables' | 'sequences'> & { storageKeys: string[] }

async function* keepingKeys(trx: Db, table: CarriedTable, keys: string[]) {
  for await (const lines of linesOf(trx, table)) {
    if (table.name === FILES_TABLE)
      for (const line of lines) keys.push((JSON.parse(line) as { storage_key: string }).storage_key)
    yield lines
  }
}

/** Writes every table as it was at one moment. */
const saveDatabase = (db: Db, folder: string): Promise<Saved> =>
  inOneMoment(db, async (trx) => {
    const storageKeys: string[] = []
    const tables: (Content & { name: string })[] = []
    const moment = await momentOf(trx)
    for (const table of await readCatalogue(trx)) {
      const path = tableFile(folder, table.name)
      const content = await writeLines(path, keepingKeys(trx, table, storageKeys))
      tables.push({ name: table.name, ...content })
    }
    return {
      moment,
      tables,
      storageKeys,
      migrations: await readMigrations(trx),
      // Numbers are given outside of transactions: read last, none that a row has is given again.
      sequences: await readSequences(trx),
    }
  })

async function* inBatches(lines: readonly object[]) {
  for (let start = 0; start < lines.length; start += ONE_LINE_EACH)
    yield lines.slice(start, start + ONE_LINE_EACH).map((line) => JSON.stringify(line))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeManifest(folder: string, manifest: NewManifest): Promise<void> {
  const handle = await open(join(folder, MANIFEST), 'wx', 0o600)
  try {
    await handle.writeFile(manifestText(manifest))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(folder)
}

async function saveFiles({ plainStorage, folder, say }: BackupWork, anchor: Buffer | null, keys: string[]) {
  const target = join(folder, FILES_FOLDER)
  const copied = await copyFiles(plainStorage, keys, target)
  if (anchor) copied.lines.push(await saveBytes(target, ANCHOR_KEY, anchor))
  const list = await writeLines(join(folder, FILES_LIST), inBatches(copied.lines))
  if (copied.absent.length > 0)
    say(
      `Attention: the storage has no bytes for ${copied.absent.length} files of the database, such as ` +
        `${copied.absent[0]}; npm run admin -- check lists them.`,
    )
  return { ...list, bytes: copied.bytes, missing: copied.absent }
}

/**
 * The anchor of the operation log; null before the first. That of an earlier moment fits the log of a later one, but not the
 * other way round: read after the database was copied, it would speak of rows that the copy does not have.
 */
export const readAnchor = (storage: Storage): Promise<Buffer | null> => readIfThere(storage, ANCHOR_KEY)

/** Saves database, files and keys as they were at one moment. Throws NoBackup where the folder cannot take a backup. */
export async function makeBackup(work: BackupWork): Promise<Manifest> {
  const { config, source, folder, keysFolder, say } = work
  requireEmpty(folder)
  mkdirSync(join(folder, DATABASE_FOLDER), { recursive: true, mode: 0o700 })
  const { storageKeys, ...saved } = await saveDatabase(source.db, folder)
  say(`${saved.tables.length} tables saved, as they were at ${saved.moment}.`)
  const copies = work.copiesFiles ?? true
  const files = await saveFiles(work, copies ? work.anchor : null, copies ? storageKeys : [])
  say(`${files.rows} files saved, ${files.bytes} bytes.`)
  const manifest = {
    productVersion: work.productVersion,
    engine: source.kind,
    keyId: keyIdOf(config),
    ...saved,
    files,
    keys: keysFolder === null ? [] : saveKeys(config, keysFolder),
  }
  await writeManifest(folder, manifest)
  return readManifest(folder)
}
