import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Keys } from './keys.ts'
import {
  CHUNK_BYTES,
  chunkCount,
  chunkSize,
  HEADER_BYTES,
  headerOf,
  openChunk,
  SEALED_CHUNK_BYTES,
  sealChunks,
} from './sealed-chunks.ts'
import type { Storage } from './storage.ts'

const FILE_KEY_BYTES = 32

/** What the row of a file says of its bytes. */
export interface SealedFile {
  fileId: number
  storageKey: string
  /** Sealed; null for a file that was written before files had keys of their own. */
  fileKey: Buffer | null
  size: number
  sha256: Buffer
}

/** Both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** Stored bytes are not those that were stored. They are never handed out. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
  constructor(fileId: number, reason: string, cause?: unknown) {
    super(`the stored bytes of file ${fileId} cannot be trusted: ${reason}`, { cause })
  }
}

/** Storage of files that lie encrypted and authenticated, each under a key of its own that its row keeps. */
export interface SealedStorage {
  /** The bytes are safe when it resolves. Answers what the file's row has to keep. */
  put(fileId: number, storageKey: string, bytes: Buffer): Promise<{ fileKey: Buffer; sha256: Buffer }>
  /**
   * Only bytes that were found true are given. What is found before the first byte rejects, what is found later ends
   * the stream with DamagedFile.
   */
  read(file: SealedFile, range?: ByteRange): Promise<Readable>
  remove(storageKey: string): Promise<void>
}

const keyPlace = (fileId: number) => ({ table: 'stored_file', column: 'file_key', row: fileId })

const digest = async (bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes)))

/** Cuts what is read into the sealed chunks of a file. */
async function* cut(source: Readable, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let next = 0
  for await (const part of source as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    for (let size = sizes[next]; size !== undefined && rest.length >= size; size = sizes[next]) {
      yield rest.subarray(0, size)
      rest = rest.subarray(size)
      next += 1
    }
    if (next === sizes.length && rest.length > 0) throw new Error('it is longer than it was')
  }
  if (next < sizes.length) throw new Error('it is shorter than it was')
}

/** The plain bytes of some chunks, from the sealed bytes of just these; the header stands before chunk 0. */
async function* openAll(source: Readable, file: SealedFile, key: Buffer, first: number, last: number) {
  const { size } = file
  const sizes = first === 0 ? [HEADER_BYTES] : []
  for (let index = first; index <= last; index++)
    sizes.push(chunkSize(size, index) + SEALED_CHUNK_BYTES - CHUNK_BYTES)
  const hash = createHash('sha256')
  const isWhole = first === 0 && last === chunkCount(size) - 1
  let index = first
  let expectsHeader = first === 0
  for await (const piece of cut(source, sizes)) {
    if (expectsHeader) {
      if (!piece.equals(headerOf(size))) throw new Error('it begins otherwise')
      expectsHeader = false
      continue
    }
    const plain = openChunk(key, size, index, piece)
    if (isWhole) hash.update(plain)
    if (isWhole && index === last && !hash.digest().equals(file.sha256))
      throw new Error('its hash is another')
    yield { start: index * CHUNK_BYTES, plain }
    index += 1
  }
}

/** Waits for the first part, so that an error there still is the answer. */
async function started(parts: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await parts.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* parts
  }
  const stream = Readable.from(all(), { objectMode: false })
  // One that nobody reads would keep its source open.
  return stream.once('close', () => void parts.return(undefined))
}

export function sealStorage(inner: Storage, keys: Keys): SealedStorage {
  async function* read(file: SealedFile, fileKey: Buffer, range: ByteRange): AsyncGenerator<Buffer> {
    const key = Buffer.from(keys.open(fileKey, keyPlace(file.fileId)), 'base64')
    const first = Math.floor(range.start / CHUNK_BYTES)
    const last = Math.max(first, Math.min(Math.floor(range.end / CHUNK_BYTES), chunkCount(file.size) - 1))
    const start = first === 0 ? 0 : HEADER_BYTES + first * SEALED_CHUNK_BYTES
    // To the end of the file where its last chunk is wanted: nothing may stand behind it.
    const end =
      last === chunkCount(file.size) - 1
        ? Number.MAX_SAFE_INTEGER
        : HEADER_BYTES + (last + 1) * SEALED_CHUNK_BYTES - 1
    const source = await inner.read(file.storageKey, { start, end })
    try {
      for await (const { start: at, plain } of openAll(source, file, key, first, last)) {
        const part = plain.subarray(Math.max(0, range.start - at), range.end + 1 - at)
        if (part.length > 0) yield part
      }
    } catch (error) {
      throw new DamagedFile(file.fileId, error instanceof Error ? error.message : String(error), error)
    } finally {
      source.destroy()
    }
  }

  /** Nothing but the hash of the whole tells whether such a file is true, so it is read whole. */
  async function readOld(file: SealedFile, { start, end }: ByteRange): Promise<Readable> {
    const sealed = await buffer(await inner.read(file.storageKey))
    for (const plain of keys.readUnauthenticated(sealed))
      if ((await digest(plain)).equals(file.sha256)) return Readable.from(plain.subarray(start, end + 1))
    throw new DamagedFile(file.fileId, 'its hash is another')
  }

  return {
    async put(fileId, storageKey, bytes) {
      const key = randomBytes(FILE_KEY_BYTES)
      const [sha256, sealed] = await Promise.all([digest(bytes), sealChunks(key, bytes)])
      await inner.put(storageKey, sealed)
      return { fileKey: keys.seal(key.toString('base64'), keyPlace(fileId)), sha256 }
    },
    read(file, range = { start: 0, end: Math.max(0, file.size - 1) }) {
      return file.fileKey ? started(read(file, file.fileKey, range)) : readOld(file, range)
    },
    remove: (storageKey) => inner.remove(storageKey),
  }
}
