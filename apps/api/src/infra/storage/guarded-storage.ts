import { Readable } from 'node:stream'
import { isAbsent, type Storage } from './storage.ts'

/** The file storage did not do what it was asked: it is full, read-only, away, too slow, or refuses us. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    super(`the file storage failed: ${reason}`, { cause })
  }
}

/** That a file is absent says nothing of the storage. */
function told(error: unknown): unknown {
  return isAbsent(error) || error instanceof StorageUnavailable ? error : new StorageUnavailable(error)
}

async function* readThrough(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source as AsyncIterable<Buffer>
  } catch (error) {
    throw told(error)
  }
}

/** Tells every failure of a storage as StorageUnavailable, so that requests are answered with 503. */
export function guardStorage(inner: Storage): Storage {
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw told(error)
    }
  }
  return {
    put: (key, bytes) => guard(inner.put(key, bytes)),
    async read(key, range) {
      const source = await guard(inner.read(key, range))
      const stream = Readable.from(readThrough(source), { objectMode: false })
      return stream.once('close', () => void source.destroy())
    },
    remove: (key) => guard(inner.remove(key)),
    list: () => inner.list(),
    tidy: () => guard(inner.tidy()),
    check: () => guard(inner.check()),
  }
}
