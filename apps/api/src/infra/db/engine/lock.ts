import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
const SQLITE_BUSY = 5
const PRIMARY_RESULT_CODE = 0xff

interface Holder {
  pid: number
  host: string
  since: string
}

/** Thrown if the data folder is locked by another process, or by another part of this one. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

export interface FolderLock {
  release(): void
}

// A garbage-collected handle would release its lock, so this set keeps handles alive.
const held = new Set<DatabaseSync>()

/**
 * Locks the data folder for this process, and creates it (mode 700) if missing. The kernel holds the lock on
 * `<dataDir>/lock` and releases it when the process ends, so nothing needs cleaning up after a crash. Throws
 * DataFolderInUse.
 */
export function lockFolder(dataDir: string): FolderLock {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const details = join(folder, 'lock.json')
  const database = acquire(folder, details)
  held.add(database)
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  writeFileSync(details, JSON.stringify(holder), { mode: OWNER_ONLY_FILE })
  return {
    release() {
      if (!held.delete(database)) return
      rmSync(details, { force: true })
      database.close()
    },
  }
}

/** SQLite only serves to take an exclusive file lock; nothing is written, so no journal is needed. */
function acquire(folder: string, details: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) throw new DataFolderInUse(describeHolder(folder, details), { cause: error })
    throw error
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  return (Number(error.errcode) & PRIMARY_RESULT_CODE) === SQLITE_BUSY
}

function describeHolder(folder: string, details: string): string {
  const holder = readHolder(details)
  const who = holder ? `process ${holder.pid} on ${holder.host} since ${holder.since}` : 'another process'
  return `The data folder ${folder} is in use by ${who}: stop that process, or set DATA_DIR to another folder.`
}

/** Details for the error message; they may be missing or incomplete while the lock holder starts. */
function readHolder(details: string): Holder | undefined {
  if (!existsSync(details)) return undefined
  try {
    return JSON.parse(readFileSync(details, 'utf8')) as Holder
  } catch {
    return undefined
  }
}
