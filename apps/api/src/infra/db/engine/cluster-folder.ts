import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PgliteThread } from './pglite-thread.ts'
import { narrowEntries } from '../../private-folder.ts'

const OWNER_ONLY = 0o700

/** Its presence says that the database of the folder was moved to a server. */
export const MOVED_FILE = 'moved-to-server'

/** Starting on the former database would fork the data. */
export class DatabaseMoved extends Error {
  override readonly name = 'DatabaseMoved'
  constructor(dataDir: string) {
    super(
      `The database of ${dataDir} was moved to a server: set DATABASE_URL (or delete ${MOVED_FILE} there).`,
    )
  }
}

/**
 * Returns the folder of the database cluster in the data folder. A new cluster is created elsewhere and moved into
 * place when complete, so that a killed process leaves no half-made cluster. The caller must hold the lock of the data
 * folder.
 */
export async function prepareClusterFolder(dataDir: string, template?: string): Promise<string> {
  if (existsSync(join(dataDir, MOVED_FILE))) throw new DatabaseMoved(dataDir)
  const folder = join(dataDir, 'pg')
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  await (template ? cpSync(template, unfinished, { recursive: true }) : initialize(unfinished))
  // PGlite creates its files with the modes stored in its archive.
  await narrowEntries(unfinished)
  chmodSync(unfinished, OWNER_ONLY)
  renameSync(unfinished, folder)
  return folder
}

async function initialize(folder: string): Promise<void> {
  mkdirSync(folder, { mode: OWNER_ONLY })
  const thread = await PgliteThread.start({ folder }, () => {})
  await thread.close()
}
