import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MasterKeys } from './keys.ts'

export const MASTER_KEY_BYTES = 32
export const MASTER_KEY_FILE = 'master.key'
/** Name that a key file is given when a new key is to be created in its place. */
export const PREVIOUS_KEY_FILE = `${MASTER_KEY_FILE}.previous`

const decode = (text: string): Buffer => Buffer.from(text, 'base64')
const read = (path: string): Buffer => decode(readFileSync(path, 'utf8'))

/** If two processes start at once, one creates the file ('wx') and the other reads it. */
function makeOnce(path: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const key = randomBytes(MASTER_KEY_BYTES).toString('base64')
    writeFileSync(path, key, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Returns the operator's master key, or one created at the first start and kept in the data folder, and earlier keys,
 * which are needed until `npm run rotate-keys` has re-encrypted everything.
 */
export function loadMasterKeys(
  given: { current: string | null; previous: readonly string[] },
  dataDir: string,
): MasterKeys {
  const previous = given.previous.map(decode)
  const kept = join(dataDir, PREVIOUS_KEY_FILE)
  if (existsSync(kept)) previous.push(read(kept))
  if (given.current) return { current: decode(given.current), previous }
  const path = join(dataDir, MASTER_KEY_FILE)
  if (!existsSync(path)) makeOnce(path, dataDir)
  return { current: read(path), previous }
}
