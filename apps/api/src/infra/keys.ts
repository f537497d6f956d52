import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transform } from 'node:stream'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Of AES, and of a counter that starts one of its streams. */
export const BLOCK_BYTES = 16
const COUNTERS = 1n << 128n

const KEY_FILE = 'master.key'

/** The operator's master key, or one made at the first start and kept beside the data (readable by its owner only). */
export function loadMasterKey(given: string | null, dataDir: string): Buffer {
  if (given) return Buffer.from(given, 'base64')
  const path = join(dataDir, KEY_FILE)
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // 'wx': of two processes that start at once, one writes and the other reads.
    try {
      writeFileSync(path, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}

/** Keyed operations of the service; each purpose has a key of its own, derived by HKDF-SHA256. */
export interface Keys {
  /** AES-256-GCM, as `iv | tag | ciphertext`; `purpose` is bound to the value. */
  encrypt(text: string, purpose: string): Buffer
  decrypt(cipher: Buffer, purpose: string): string
  /**
   * AES-256-CTR from byte `offset` of a stream on; the same operation seals and opens. `iv` is 16 random bytes that
   * no other stream has.
   */
  stream(iv: Buffer, offset: number, purpose: string): Transform
  /** HMAC-SHA256. */
  sign(text: string, purpose: string): Buffer
  verify(text: string, purpose: string, signature: Buffer): boolean
}

export function createKeys(masterKey: Buffer): Keys {
  if (masterKey.length !== KEY_BYTES) throw new Error('The master key must have 32 bytes')
  const derived = new Map<string, Buffer>()
  const keyOf = (purpose: string) => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `consilium:${purpose}`, KEY_BYTES))
    derived.set(purpose, key)
    return key
  }
  const sign = (text: string, purpose: string) =>
    createHmac('sha256', keyOf(`mac:${purpose}`))
      .update(text)
      .digest()
  return {
    encrypt(text, purpose) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyOf(`enc:${purpose}`), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    decrypt(sealed, purpose) {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(`enc:${purpose}`), sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
    stream(iv, offset, purpose) {
      const counter =
        (BigInt(`0x${iv.toString('hex')}`) + BigInt(Math.floor(offset / BLOCK_BYTES))) % COUNTERS
      const start = Buffer.from(counter.toString(16).padStart(BLOCK_BYTES * 2, '0'), 'hex')
      const cipher = createCipheriv('aes-256-ctr', keyOf(`enc:${purpose}`), start)
      // Moves the key stream to the byte within its block.
      cipher.update(Buffer.alloc(offset % BLOCK_BYTES))
      return cipher
    },
    sign,
    verify(text, purpose, signature) {
      const expected = sign(text, purpose)
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    },
  }
}
