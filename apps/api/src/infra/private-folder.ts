import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

const OTHERS = 0o077
const OWNER_ONLY_FOLDER = 0o700

/** What this process makes from now on is its owner's alone: folders 0700, files 0600. */
export const makePrivate = (): void => void process.umask(OTHERS)

/**
 * Gone through only where they are open themselves: the one may hold very many files, in the other the engine makes files
 * with modes of its own at every start.
 */
const CLOSED_AS_A_WHOLE = ['files', 'pg']

/** Takes away what others may do with the entries of a folder, and answers of how many. */
export async function narrowEntries(folder: string): Promise<number> {
  let narrowed = 0
  for await (const entry of await opendir(folder)) {
    if (entry.isSymbolicLink()) continue
    const path = join(folder, entry.name)
    const { mode } = await lstat(path)
    const isOpen = (mode & OTHERS) !== 0
    // The entries first: where this is interrupted, the folder is open still, and gone through again.
    if (entry.isDirectory() && (isOpen || !CLOSED_AS_A_WHOLE.includes(entry.name)))
      narrowed += await narrowEntries(path)
    if (!isOpen) continue
    await chmod(path, mode & ~OTHERS)
    narrowed += 1
  }
  return narrowed
}

/**
 * The data folder holds keys, and what is encrypted under them: nobody but its owner may open it. A folder that was
 * wider is mended, with one line in the log.
 */
export async function keepPrivate(dataDir: string, log: Log): Promise<void> {
  makePrivate()
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER })
  try {
    const { mode } = lstatSync(dataDir)
    const wasOpen = (mode & OTHERS) !== 0
    if (wasOpen) chmodSync(dataDir, mode & ~OTHERS)
    const narrowed = (await narrowEntries(dataDir)) + (wasOpen ? 1 : 0)
    if (narrowed > 0) log.warn({ narrowed }, 'the data folder was open to others and is not any more')
  } catch (error) {
    log.warn(error, 'the data folder is open to others, and cannot be closed')
  }
}
