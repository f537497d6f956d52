import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MASTER_KEY_FILE, PREVIOUS_KEY_FILE } from '../infra/keys/master-key.ts'
import { SIGNING_KEY_FILE } from '@consilium/pades/keys/key-store.ts'

export const MANIFEST = 'manifest.json'
const FORMAT = 'consilium-backup'
const FORMAT_VERSION = 1

const Sha256 = z.hex().length(64)
const Content = z.object({ rows: z.int().min(0), sha256: Sha256 })

const Manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  productVersion: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** What was committed then is in the backup, what was committed later is not. */
  moment: z.iso.datetime({ precision: 6 }),
  /** The name of the master key, which tells nothing about it. */
  keyId: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: Sha256.nullable() })).min(1),
  tables: z.array(Content.extend({ name: z.string().regex(/^\w+$/) })).min(1),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d+$/).nullable() })),
  /** The list of files is a table of its own: `key`, `bytes` and `sha256` of each. */
  /** `missing`: rows name them, but the storage did not have them. */
  files: Content.extend({ bytes: z.int().min(0), missing: z.array(z.string()) }),
  /** By their names in the folder of keys; empty: they are kept apart. */
  keys: z.array(
    z.object({ name: z.enum([MASTER_KEY_FILE, PREVIOUS_KEY_FILE, SIGNING_KEY_FILE]), sha256: Sha256 }),
  ),
})

export type Manifest = z.infer<typeof Manifest>
/** The names of key files in a backup, which a restore writes into the data folder. */
export type KeyName = Manifest['keys'][number]['name']
export type NewManifest = Omit<Manifest, 'format' | 'formatVersion'>

/**
 * True for a key that the service could have made: names with slashes between them, none of which is empty, leads elsewhere or
 * begins with a dot, as what a storage keeps for itself does.
 */
const isStorageKey = (key: string) =>
  !/[\\\0]/.test(key) && key.split('/').every((name) => name !== '' && !name.startsWith('.'))

/** A file of a backup: where it lies in the storage, and its bytes there. */
export const FileLine = z.object({
  key: z.string().refine(isStorageKey),
  bytes: z.int().min(0),
  sha256: Sha256,
})
export type FileLine = z.infer<typeof FileLine>

/** The folder is no backup that this version can restore. */
export class NoBackup extends Error {
  override readonly name = 'NoBackup'
}

export const manifestText = (manifest: NewManifest): string =>
  `${JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, ...manifest }, null, 2)}\n`

const Kind = z.object({ format: z.literal(FORMAT), formatVersion: z.int(), productVersion: z.string() })

/** Throws NoBackup with what is wrong. The manifest is written last, so a backup without one was interrupted. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(folder)) throw new NoBackup(`There is no folder ${folder}.`)
  if (!existsSync(path))
    throw new NoBackup(`${folder} is no whole backup: it has no ${MANIFEST}, which is written last.`)
  const json = parse(readFileSync(path, 'utf8'), path)
  const kind = Kind.safeParse(json)
  if (!kind.success) throw new NoBackup(`${path} is not the manifest of a backup of Consilium.`)
  const { formatVersion, productVersion } = kind.data
  if (formatVersion !== FORMAT_VERSION)
    throw new NoBackup(
      `${folder} is a backup in format ${formatVersion}, which this version cannot read: restore it with version ${productVersion} or newer.`,
    )
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw new NoBackup(`${path} is damaged: ${z.prettifyError(manifest.error)}`)
  return manifest.data
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoBackup(`${path} is damaged: it is no JSON.`)
  }
}
