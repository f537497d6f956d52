import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Storage of file contents. The service chooses the keys, never users. */
export interface Storage {
  /** Resolves when the bytes are safely stored. */
  put(key: string, bytes: Buffer): Promise<void>
  /** `range` is in bytes, both ends included. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  remove(key: string): Promise<void>
  /** Everything that is stored, in no order; what is stored meanwhile may be missing. */
  list(): AsyncIterable<StoredObject>
  /** Removes what interrupted puts have left behind. */
  tidy(): Promise<void>
  /** Writes a few bytes and removes them; throws if that fails. */
  check(): Promise<void>
}

export interface StoredObject {
  key: string
  bytes: number
  /** When it was stored. */
  time: Date
}

/** The content that a check writes. */
export const PROBE = Buffer.from('written to see whether files can be stored\n')

/** True if reading failed because there is no file under the key. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'))

export async function readIfThere(storage: Storage, key: string): Promise<Buffer | null> {
  try {
    return await buffer(await storage.read(key))
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Drafts of puts, beside the files, so that a rename puts them in place. */
const DRAFTS = '.drafts'
/** No put takes this long, so that an older draft was left by a process that ended. */
const DRAFT_MAX_AGE_MS = 60 * 60_000

/** A rename is only safe from a power cut once its folder is written. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeDraft(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* filesOf(root: string, drafts: string): AsyncGenerator<StoredObject> {
  const entries = await opendir(root, { recursive: true }).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  for await (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const found = entry.isFile() && entry.parentPath !== drafts ? await stat(path).catch(() => null) : null
    if (found) yield { key: relative(root, path), bytes: found.size, time: found.mtime }
  }
}

/** A local folder, in which a crash leaves a complete file or none. */
export function createLocalStorage(folder: string): Storage {
  const root = resolve(folder)
  const drafts = join(root, DRAFTS)
  const pathOf = (key: string) => {
    const path = resolve(join(root, key))
    if (!path.startsWith(root + sep)) throw new Error('A storage key leads out of its folder')
    return path
  }
  const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const draft = join(drafts, randomUUID())
      await makeFolder(dirname(path))
      await makeFolder(drafts)
      try {
        await writeDraft(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw error
      }
      await syncFolder(dirname(path))
    },
    async read(key, range) {
      const stream = createReadStream(pathOf(key), range)
      await new Promise<void>((ready, failed) => stream.once('open', () => ready()).once('error', failed))
      return stream
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    list: () => filesOf(root, drafts),
    async check() {
      const draft = join(drafts, `probe-${randomUUID()}`)
      await makeFolder(drafts)
      try {
        await writeDraft(draft, PROBE)
      } finally {
        await rm(draft, { force: true })
      }
    },
    async tidy() {
      const names = await readdir(drafts).catch((error: unknown) => {
        if (isAbsent(error)) return []
        throw error
      })
      for (const name of names) {
        const { mtimeMs } = await stat(join(drafts, name))
        if (Date.now() - mtimeMs > DRAFT_MAX_AGE_MS) await rm(join(drafts, name), { force: true })
      }
    },
  }
}
