import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  randomUUID,
  type Decipheriv,
} from 'node:crypto'
import { open, mkdir, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { giveBack } from '../../threads/give-back.ts'

const CIPHER = 'aes-256-ctr'
const KEY_BYTES = 32
const COUNTER_BYTES = 16
/** The network delivers small chunks; this many bytes are encrypted and written at a time. */
const WRITTEN_BYTES = 256 * 1024
const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/** A completely received file on disk. */
export interface SpooledFile {
  size: number
  sha256: Buffer
  /** All of it, in memory of its own. */
  read(): Promise<Buffer<ArrayBuffer>>
  drop(): Promise<void>
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten
}

/** Joins the chunks of a stream into larger ones. */
async function* inBatches(stream: Readable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    pieces.push(piece as Buffer)
    bytes += (piece as Buffer).length
    if (bytes < WRITTEN_BYTES) continue
    yield Buffer.concat(pieces, bytes)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces, bytes)
}

/** Reads into one buffer, as joining pieces would take the memory twice. */
async function readAll(handle: FileHandle, size: number, decipher: Decipheriv): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(WRITTEN_BYTES, size - at), at)
    if (bytesRead === 0) throw new Error('a received file is shorter than it was')
    const piece = bytes.subarray(at, at + bytesRead)
    const plain = decipher.update(piece)
    plain.copy(piece)
    giveBack(plain)
    at += bytesRead
  }
  return bytes
}

/**
 * Writes a file to disk while it arrives, so that slow uploads use no memory. It is encrypted under a key that exists
 * only in this process, and unlinked once it is open, so that nothing readable is left after a crash. Errors of the
 * stream are rethrown.
 */
export async function spool(folder: string, stream: Readable): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx+', PRIVATE_FILE)
  try {
    await unlink(path)
    const [key, counter] = [randomBytes(KEY_BYTES), randomBytes(COUNTER_BYTES)]
    const cipher = createCipheriv(CIPHER, key, counter)
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of inBatches(stream)) {
      size += chunk.length
      hash.update(chunk)
      const encrypted = cipher.update(chunk)
      giveBack(chunk)
      await writeAll(handle, encrypted)
      giveBack(encrypted)
    }
    return {
      size,
      sha256: hash.digest(),
      read: () => readAll(handle, size, createDecipheriv(CIPHER, key, counter)),
      drop: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
