import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { giveBack } from '../threads/give-back.ts'
import { StorageUnavailable } from './guarded-storage.ts'
import type { Keys } from '../keys/keys.ts'
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

/** The columns of a file's row that describe its stored bytes. */
export interface SealedFile {
  fileId: number
  storageKey: string
  /** The encrypted key; null for a file from before files had their own keys. */
  fileKey: Buffer | null
  size: number
  sha256: Buffer
}

/** Both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/** Thrown if the stored bytes have changed. They are never delivered. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
  constructor(fileId: number, reason: string, cause?: unknown) {
    super(`the stored bytes of file ${fileId} cannot be trusted: ${reason}`, { cause })
  }
}

/** Storage of encrypted and authenticated files, each under its own key, which is kept in the file's row. */
export interface SealedStorage {
  /** Resolves when the bytes are safely stored. Returns the values that the file's row has to keep. */
  put(fileId: number, storageKey: string, bytes: Buffer): Promise<{ fileKey: Buffer; sha256: Buffer }>
  /**
   * Delivers authenticated bytes only. Damage found before the first byte rejects; damage found later ends the stream
   * with DamagedFile.
   */
  read(file: SealedFile, range?: ByteRange): Promise<Readable>
  remove(storageKey: string): Promise<void>
  /** Removes what interrupted puts have left behind. */
  tidy(): Promise<void>
}

const keyPlace = (fileId: number) => ({ table: 'stored_file', column: 'file_key', row: fileId })

const digest = async (bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes)))

/** Splits a stream into the encrypted chunks of a file. */
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

/** Decrypts some chunks from their encrypted bytes; the header precedes chunk 0. */
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

/** Waits for the first part, so that an early error rejects instead of breaking the stream. */
async function started(parts: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await parts.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* parts
  }
  const stream = Readable.from(all(), { objectMode: false })
  // A stream that nobody reads would keep its source open.
  return stream.once('close', () => void parts.return(undefined))
}

export function sealStorage(inner: Storage, keys: Keys): SealedStorage {
  async function* read(file: SealedFile, fileKey: Buffer, range: ByteRange): AsyncGenerator<Buffer> {
    const key = Buffer.from(keys.open(fileKey, keyPlace(file.fileId)), 'base64')
    const first = Math.floor(range.start / CHUNK_BYTES)
    const last = Math.max(first, Math.min(Math.floor(range.end / CHUNK_BYTES), chunkCount(file.size) - 1))
    const start = first === 0 ? 0 : HEADER_BYTES + first * SEALED_CHUNK_BYTES
    // The last chunk is read to the end of the file, so that appended bytes are noticed.
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
      if (error instanceof StorageUnavailable) throw error
      throw new DamagedFile(file.fileId, error instanceof Error ? error.message : String(error), error)
    } finally {
      source.destroy()
    }
  }

  /** Such a file is authenticated only by the hash of all its bytes, so it is read as a whole. */
  async function readOld(file: SealedFile, { start, end }: ByteRange): Promise<Readable> {
    const sealed = await buffer(await inner.read(file.storageKey))
    for (const plain of keys.readUnauthenticated(sealed))
      if ((await digest(plain)).equals(file.sha256)) return Readable.from(plain.subarray(start, end + 1))
    throw new DamagedFile(file.fileId, 'its hash is another')
  }

  return {
    async put(fileId, storageKey, bytes) {
      const key = randomBytes(FILE_KEY_BYTES)
      const { sealed, sha256 } = await sealChunks(key, bytes)
      await inner.put(storageKey, sealed)
      giveBack(sealed)
      return { fileKey: keys.seal(key.toString('base64'), keyPlace(fileId)), sha256 }
    },
    read(file, range = { start: 0, end: Math.max(0, file.size - 1) }) {
      return file.fileKey ? started(read(file, file.fileKey, range)) : readOld(file, range)
    },
    remove: (storageKey) => inner.remove(storageKey),
    tidy: () => inner.tidy(),
  }
}
