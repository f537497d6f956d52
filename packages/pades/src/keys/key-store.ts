import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SigningKey } from '../cms.ts'
import { readSigningKey } from './key-file.ts'
import { SigningKeyError } from './key-problem.ts'
import { makeSigningKey } from './self-signed.ts'

export const SIGNING_KEY_FILE = 'signing.pem'
const OWNER_ONLY = 0o600

export interface SigningKeySource {
  /** The operator's file; null for a key that is created at the first start and kept in `dataDir`. */
  file: string | null
  passphrase: string
  /** Name on a self-signed certificate. */
  name: string
  dataDir: string
  /** The time of the service. */
  now: Date
}

/**
 * If two processes start at once, both must get the complete file of one: the hard link is created once, from a
 * finished file.
 */
async function makeOnce(path: string, { dataDir, name, now }: SigningKeySource): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, await makeSigningKey(name, now), { mode: OWNER_ONLY, flag: 'wx' })
  try {
    linkSync(draft, path)
    chmodSync(path, OWNER_ONLY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Returns the key that documents are signed with. Throws SigningKeyError with the name of the unusable file. */
export async function loadSigningKey(source: SigningKeySource): Promise<SigningKey> {
  const path = source.file ?? join(source.dataDir, SIGNING_KEY_FILE)
  if (!source.file && !existsSync(path)) await makeOnce(path, source)
  try {
    return await readSigningKey(readFileSync(path), source.passphrase, source.now)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const problem = error instanceof SigningKeyError ? error.problem : 'unreadable'
    throw new SigningKeyError(problem, `The signing key ${path} cannot be used: ${reason}`, { cause: error })
  }
}
