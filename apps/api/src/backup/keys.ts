import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { createKeys } from '../infra/keys/keys.ts'
import { loadMasterKeys, MASTER_KEY_FILE, PREVIOUS_KEY_FILE } from '../infra/keys/master-key.ts'
import { readSigningKey } from '@consilium/pades/keys/key-file.ts'
import { SIGNING_KEY_FILE } from '@consilium/pades/keys/key-store.ts'
import { type KeyName, type Manifest, NoBackup } from './manifest.ts'

const ENCODING = 'base64'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The master keys and the file of the signing key, by the names under which a data folder keeps them. */
function keyFiles(config: Config): Map<KeyName, Buffer> {
  const { current, previous } = ownKeys(config)
  const files = new Map<KeyName, Buffer>([[MASTER_KEY_FILE, Buffer.from(current.toString(ENCODING))]])
  if (previous[0]) files.set(PREVIOUS_KEY_FILE, Buffer.from(previous[0].toString(ENCODING)))
  const signing = config.signingKeyFile ?? join(config.dataDir, SIGNING_KEY_FILE)
  if (existsSync(signing)) files.set(SIGNING_KEY_FILE, readFileSync(signing))
  return files
}

const ownKeys = (config: Config) =>
  loadMasterKeys({ current: config.masterKey, previous: config.previousMasterKeys }, config.dataDir)

/** Writes the keys to a folder that only its owner can open. */
export function saveKeys(config: Config, folder: string): Manifest['keys'] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return [...keyFiles(config)].map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes, { mode: 0o600, flag: 'wx' })
    return { name, sha256: sha256(bytes) }
  })
}

export const keyIdOf = (config: Config): string => createKeys(ownKeys(config)).keyId

/** What a restore takes for keys: each with the bytes to write, or null where the target has it by its settings. */
export type KeyPlan = ReadonlyMap<string, Buffer>

function readSaved(folder: string, saved: Manifest['keys']): Map<string, Buffer> {
  return new Map(
    saved.map((key) => {
      const path = join(folder, key.name)
      if (!existsSync(path)) throw new NoBackup(`The backup is not whole: the key ${key.name} is missing.`)
      const bytes = readFileSync(path)
      if (sha256(bytes) !== key.sha256)
        throw new NoBackup(`The key ${key.name} is not the one that was saved.`)
      return [key.name, bytes]
    }),
  )
}

const idOf = (text: string) => createKeys({ current: Buffer.from(text, ENCODING), previous: [] }).keyId

/** The key that the target would start with; undefined if it has none yet. */
function targetKeyId(config: Config, plan: KeyPlan): string | undefined {
  const path = join(config.dataDir, MASTER_KEY_FILE)
  const text =
    config.masterKey ??
    (existsSync(path) ? readFileSync(path, 'utf8') : plan.get(MASTER_KEY_FILE)?.toString())
  return text === undefined ? undefined : idOf(text)
}

/**
 * Decides before anything is written which key files the target needs, and refuses one that could not open the backup.
 * Throws NoBackup.
 */
export async function planKeys(config: Config, manifest: Manifest, folder: string): Promise<KeyPlan> {
  const saved = existsSync(folder) ? readSaved(folder, manifest.keys) : new Map<string, Buffer>()
  const keyId = targetKeyId(config, saved)
  if (keyId === undefined)
    throw new NoBackup(
      'The keys are kept apart from this backup: name their folder with --keys, or set MASTER_KEY.',
    )
  if (keyId !== manifest.keyId)
    throw new NoBackup('The master key of the target is not the one that this backup is sealed under.')
  if (config.masterKey) {
    saved.delete(MASTER_KEY_FILE)
    saved.delete(PREVIOUS_KEY_FILE)
  }
  if (config.signingKeyFile) saved.delete(SIGNING_KEY_FILE)
  const signing = saved.get(SIGNING_KEY_FILE)
  if (signing) await readSigningKey(signing, config.signingKeyPassphrase)
  for (const [name, bytes] of saved) requireFree(join(config.dataDir, name), bytes)
  return saved
}

function requireFree(path: string, bytes: Buffer): void {
  if (existsSync(path) && !readFileSync(path).equals(bytes))
    throw new NoBackup(`${path} is there already, and is another key than that of the backup.`)
}

export function putKeys(config: Config, plan: KeyPlan): void {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  for (const [name, bytes] of plan) {
    const path = join(config.dataDir, name)
    if (!existsSync(path)) writeFileSync(path, bytes, { mode: 0o600 })
  }
}
