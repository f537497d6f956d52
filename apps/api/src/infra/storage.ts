import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
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
}

export interface StoredObject {
  key: string
  bytes: number
  /** When it was stored. */
  time: Date
}

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

/** A local folder, in which a crash leaves a complete file or none. */
export function createLocalStorage(folder: string): Storage {
  const root = resolve(folder)
  const pathOf = (key: string) => {
    const path = resolve(join(root, key))
    if (!path.startsWith(root + sep)) throw new Error('A storage key leads out of its folder')
    return path
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomUUID()}`
      const handle = await open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path)
    },
    async read(key, range) {
      const stream = createReadStream(pathOf(key), range)
      await new Promise<void>((ready, failed) => stream.once('open', () => ready()).once('error', failed))
      return stream
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async *list() {
      const entries = await opendir(root, { recursive: true }).catch((error: unknown) => {
        if (isAbsent(error)) return []
        throw error
      })
      for await (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        // A file that is being written goes by another name until it is whole.
        const found = entry.isFile() ? await stat(path).catch(() => null) : null
        if (found) yield { key: relative(root, path), bytes: found.size, time: found.mtime }
      }
    },
  }
}
