import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
/** Block size of AES, and length of the counter at the start of old files. */
const BLOCK_BYTES = 16

/** First byte of an encrypted value: the version of its format. */
const FORMAT = 2
const PREFIX_BYTES = 1 + KEY_ID_BYTES

/** Master keys. New values are encrypted under the current one; the others only decrypt older values. */
export interface MasterKeys {
  current: Buffer
  previous: readonly Buffer[]
}

/** The place of an encrypted value, which is authenticated with it: it cannot be decrypted anywhere else. */
export interface Place {
  table: string
  column: string
  row: number | string
}

/** Thrown if a value was changed or moved, or is encrypted under a key that is not given. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/** Keyed operations. Each purpose has its own key, derived by HKDF-SHA256. */
export interface Keys {
  /**
   * Encrypts with AES-256-GCM to `format | key id | iv | tag | ciphertext`; table, column, row and key are
   * authenticated.
   */
  seal(text: string, place: Place): Buffer
  /** Decrypts a value. Throws SealBroken. */
  open(sealed: Buffer, place: Place): string
  /** Prefix of every value encrypted under the current key. */
  readonly prefix: Buffer
  /** Name of the current key, which reveals nothing about it. */
  readonly keyId: string
  /** Returns the HMAC-SHA256 under the current key. */
  sign(text: string, purpose: string): Buffer
  /** Checks an HMAC under the current key or an earlier one. */
  verify(text: string, purpose: string, signature: Buffer): boolean
  /** Decrypts a value from before values were bound to their place. Throws SealBroken. */
  openUnbound(sealed: Buffer, purpose: string): string
  /**
   * Decrypts a file from before files were authenticated, once with each key; only its hash tells which result is
   * right.
   */
  readUnauthenticated(sealed: Buffer): Buffer[]
}

interface Ring {
  id: Buffer
  /** The key of a purpose. As an object it is prepared once, which takes most of the time to seal or open a short value. */
  derive(purpose: string): KeyObject
}

function openRing(masterKey: Buffer): Ring {
  if (masterKey.length !== KEY_BYTES) throw new Error('The master key must have 32 bytes')
  const bytesFor = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `consilium:${purpose}`, bytes))
  const derived = new Map<string, KeyObject>()
  const derive = (purpose: string) => {
    const known = derived.get(purpose)
    if (known) return known
    const key = createSecretKey(bytesFor(purpose, KEY_BYTES))
    derived.set(purpose, key)
    return key
  }
  return { id: bytesFor('key-id', KEY_ID_BYTES), derive }
}

const boundTo = ({ table, column, row }: Place, prefix: Buffer) =>
  Buffer.from(JSON.stringify([prefix.toString('hex'), table, column, String(row)]))

/** Throws if the authentication tag does not match. */
function openGcm(key: KeyObject, sealed: Buffer, bound: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(bound)
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

const macOf = (ring: Ring, text: string, purpose: string) =>
  createHmac('sha256', ring.derive(`mac:${purpose}`))
    .update(text)
    .digest()

const equal = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

export function createKeys({ current, previous }: MasterKeys): Keys {
  const now = openRing(current)
  const rings = [now, ...previous.map(openRing)]
  const prefix = Buffer.concat([Buffer.of(FORMAT), now.id])
  const valueKey = (ring: Ring, { table, column }: Place) => ring.derive(`seal:${table}.${column}`)

  return {
    prefix,
    keyId: now.id.toString('hex'),
    seal(text, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', valueKey(now, place), iv)
      cipher.setAAD(boundTo(place, prefix))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([prefix, iv, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const where = `${place.table}.${place.column} of ${place.row}`
      const ring = rings.find(({ id }) => id.equals(sealed.subarray(1, PREFIX_BYTES)))
      if (sealed[0] !== FORMAT || !ring) throw new SealBroken(`${where} is sealed under an unknown key`)
      const bound = boundTo(place, sealed.subarray(0, PREFIX_BYTES))
      try {
        return openGcm(valueKey(ring, place), sealed.subarray(PREFIX_BYTES), bound)
      } catch (error) {
        throw new SealBroken(`${where} was changed, or brought there from elsewhere`, { cause: error })
      }
    },
    sign: (text, purpose) => macOf(now, text, purpose),
    verify: (text, purpose, signature) => rings.some((ring) => equal(signature, macOf(ring, text, purpose))),
    openUnbound(sealed, purpose) {
      for (const ring of rings)
        try {
          return openGcm(ring.derive(`enc:${purpose}`), sealed, Buffer.alloc(0))
        } catch {
          // Another key may match.
        }
      throw new SealBroken(`a value of ${purpose} cannot be opened with the given keys`)
    },
    readUnauthenticated(sealed) {
      const [iv, body] = [sealed.subarray(0, BLOCK_BYTES), sealed.subarray(BLOCK_BYTES)]
      return rings.map((ring) => createDecipheriv('aes-256-ctr', ring.derive('enc:storage'), iv).update(body))
    },
  }
}
