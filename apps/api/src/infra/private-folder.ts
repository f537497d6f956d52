import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

const OTHERS = 0o077
const OWNER_ONLY_FOLDER = 0o700

/** Makes everything that this process creates accessible to its owner only: folders 0700, files 0600. */
export const makePrivate = (): void => void process.umask(OTHERS)

/**
 * Only searched if they are open to others: one may hold very many files, and in the other the engine sets its own
 * modes at every start.
 */
const CLOSED_AS_A_WHOLE = ['files', 'pg']

/** Removes the permissions of others from the entries of a folder. Returns how many it changed. */
export async function narrowEntries(folder: string): Promise<number> {
  let narrowed = 0
  for await (const entry of await opendir(folder)) {
    if (entry.isSymbolicLink()) continue
    const path = join(folder, entry.name)
    const { mode } = await lstat(path)
    const isOpen = (mode & OTHERS) !== 0
    // The entries come first: if this is interrupted, the folder is still open and is searched again.
    if (entry.isDirectory() && (isOpen || !CLOSED_AS_A_WHOLE.includes(entry.name)))
      narrowed += await narrowEntries(path)
    if (!isOpen) continue
    await chmod(path, mode & ~OTHERS)
    narrowed += 1
  }
  return narrowed
}

/**
 * The data folder holds keys and what they encrypt, so only its owner may open it. Wider permissions are removed, with
 * one line in the log.
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
