import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
/** Of AES, and of the counter that old files begin with. */
const BLOCK_BYTES = 16

/** First byte of a sealed value: the way in which it is sealed. */
const FORMAT = 2
const PREFIX_BYTES = 1 + KEY_ID_BYTES

/** Master keys: what is sealed now is sealed under the current one, and the others open what is older. */
export interface MasterKeys {
  current: Buffer
  previous: readonly Buffer[]
}

/** Where a sealed value lies. It opens nowhere else. */
export interface Place {
  table: string
  column: string
  row: number | string
}

/** A value that was changed, lies where it was not sealed, or is sealed under a key that is not given. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/** Keyed operations of the service; each purpose has a key of its own, derived by HKDF-SHA256. */
export interface Keys {
  /** AES-256-GCM, as `format | key id | iv | tag | ciphertext`; table, column, row and key are bound to the value. */
  seal(text: string, place: Place): Buffer
  /** Throws SealBroken. */
  open(sealed: Buffer, place: Place): string
  /** What every value sealed under the current key begins with. */
  readonly prefix: Buffer
  /** The current key's name, of which nothing about the key can be learned. */
  readonly keyId: string
  /** HMAC-SHA256 under the current key. */
  sign(text: string, purpose: string): Buffer
  /** Under the current key or one before it. */
  verify(text: string, purpose: string, signature: Buffer): boolean
  /** A value of the time before values were bound to their place. Throws SealBroken. */
  openUnbound(sealed: Buffer, purpose: string): string
  /** A file of the time before files were authenticated, as each key reads it: only a hash tells which is right. */
  readUnauthenticated(sealed: Buffer): Buffer[]
}

interface Ring {
  id: Buffer
  derive(purpose: string): Buffer
}

function openRing(masterKey: Buffer): Ring {
  if (masterKey.length !== KEY_BYTES) throw new Error('The master key must have 32 bytes')
  const derived = new Map<string, Buffer>()
  const derive = (purpose: string, bytes = KEY_BYTES) => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `consilium:${purpose}`, bytes))
    derived.set(purpose, key)
    return key
  }
  return { id: derive('key-id', KEY_ID_BYTES), derive: (purpose) => derive(purpose) }
}

const boundTo = ({ table, column, row }: Place, prefix: Buffer) =>
  Buffer.from(JSON.stringify([prefix.toString('hex'), table, column, String(row)]))

/** Throws where the tag does not fit. */
function openGcm(key: Buffer, sealed: Buffer, bound: Buffer): string {
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
          // Another key may fit.
        }
      throw new SealBroken(`a value of ${purpose} cannot be opened with the given keys`)
    },
    readUnauthenticated(sealed) {
      const [iv, body] = [sealed.subarray(0, BLOCK_BYTES), sealed.subarray(BLOCK_BYTES)]
      return rings.map((ring) => createDecipheriv('aes-256-ctr', ring.derive('enc:storage'), iv).update(body))
    },
  }
}
