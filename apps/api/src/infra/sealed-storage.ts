import { randomBytes } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BLOCK_BYTES, type Keys } from './keys.ts'
import type { Storage } from './storage.ts'

const PURPOSE = 'storage'

/**
 * Storage whose files lie encrypted, as `iv | AES-256-CTR`: identity-card pictures and agreements with full numbers
 * are among them. Ranges stay cheap. Whether a file is the one that was stored is told by the SHA-256 in its row.
 */
export function sealStorage(inner: Storage, keys: Keys): Storage {
  async function initialVector(key: string): Promise<Buffer> {
    return buffer(await inner.read(key, { start: 0, end: BLOCK_BYTES - 1 }))
  }

  return {
    async put(key, bytes) {
      const iv = randomBytes(BLOCK_BYTES)
      const cipher = keys.stream(iv, 0, PURPOSE)
      cipher.end(bytes)
      await inner.put(key, Buffer.concat([iv, await buffer(cipher)]))
    },
    async read(key, range): Promise<Readable> {
      const { start = 0, end = Number.MAX_SAFE_INTEGER - BLOCK_BYTES } = range ?? {}
      const opened = keys.stream(await initialVector(key), start, PURPOSE)
      const sealed = await inner.read(key, { start: start + BLOCK_BYTES, end: end + BLOCK_BYTES })
      // A broken source ends the opened stream with its error, which is the reader's to see.
      return pipeline(sealed, opened, () => {})
    },
    remove: (key) => inner.remove(key),
  }
}
