import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { giveBack } from '../threads/give-back.ts'

/** Plaintext bytes of a chunk; the last one of a file may have fewer. */
export const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12
const SIZE_BYTES = 8
/** The last byte is the version of the format. */
const MAGIC = Buffer.from('CNSLFIL\x02', 'latin1')
export const HEADER_BYTES = MAGIC.length + SIZE_BYTES
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES
/** The event loop is released after this many chunks. */
const CHUNKS_AT_ONCE = 16

/** Returns the header of a file, which is authenticated with every chunk. */
export function headerOf(size: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeBigUInt64BE(BigInt(size), MAGIC.length)
  return header
}

/** An empty file has one empty chunk, so that its end is authenticated like any other. */
export const chunkCount = (size: number): number => Math.max(1, Math.ceil(size / CHUNK_BYTES))

export const chunkSize = (size: number, index: number): number =>
  Math.min(CHUNK_BYTES, size - index * CHUNK_BYTES)

/**
 * The STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): the nonce is the chunk's index and whether it is
 * the last one. Each file has its own key, so nonces are never reused.
 */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(index, NONCE_BYTES - 5)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

/** Encrypts a whole file into one buffer, and hashes what it encrypts. */
export async function sealChunks(
  key: Buffer,
  bytes: Buffer,
): Promise<{ sealed: Buffer<ArrayBuffer>; sha256: Buffer }> {
  const header = headerOf(bytes.length)
  const count = chunkCount(bytes.length)
  const sealed = Buffer.allocUnsafeSlow(HEADER_BYTES + bytes.length + count * TAG_BYTES)
  const hash = createHash('sha256')
  let at = header.copy(sealed)
  for (let index = 0; index < count; index++) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, index === count - 1))
    cipher.setAAD(header)
    const start = index * CHUNK_BYTES
    const plain = bytes.subarray(start, start + CHUNK_BYTES)
    hash.update(plain)
    const encrypted = cipher.update(plain)
    for (const part of [encrypted, cipher.final(), cipher.getAuthTag()]) at += part.copy(sealed, at)
    giveBack(encrypted)
    if (index % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1) await setImmediate()
  }
  return { sealed, sha256: hash.digest() }
}

/** Decrypts one chunk of a file of `size` plaintext bytes. Throws if it was changed or is another chunk. */
export function openChunk(key: Buffer, size: number, index: number, sealed: Buffer): Buffer {
  const nonce = nonceOf(index, index === chunkCount(size) - 1)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(headerOf(size))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}
