import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Where the bytes of files lie. Keys are made by the service, never by users. */
export interface Storage {
  /** The bytes are safe when it resolves. */
  put(key: string, bytes: Buffer): Promise<void>
  /** `range` counts bytes, both ends included. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  remove(key: string): Promise<void>
}

/** Whether reading failed because nothing lies under the key. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'))

/** A local folder, written so that a crash leaves a whole file or none. */
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
  }
}
