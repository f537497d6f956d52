/**
 * What authenticators send, read by its structure before a library parses it: of limited nesting and number, with a key of
 * limited size, and without certificates. The library would read chains of certificates, call the addresses that these
 * name, and compute with keys of any size.
 */

/** The attestation holds an object, its statement and the values in it; keys are maps of numbers and bytes. */
const LEVELS_MAX = 3
const ITEMS_MAX = 64
/** RSA of 4096 bits. */
const KEY_BYTES_MAX = 512
/** The exponent of an RSA key is 65537, which are three bytes. */
const EXPONENT_BYTES_MAX = 4
const RSA = 3
/** Labels of COSE keys (RFC 9052, section 7; RFC 8230, section 4). */
const KEY_TYPE = 1
const EXPONENT = -2

/** Authenticator data (WebAuthn Level 3, section 6.1): hash, flags and counter, then what the flags announce. */
const FLAGS_AT = 32
const HEAD_BYTES = 37
const HAS_CREDENTIAL = 0x40
const HAS_EXTENSIONS = 0x80
const AAGUID_BYTES = 16

type Item = number | string | boolean | null | Uint8Array | readonly Item[] | ReadonlyMap<Item, Item>

class NotOurs extends Error {}

/** Reads CBOR (RFC 8949) of definite lengths: whole numbers, bytes, texts, lists, maps and simple values. */
class Reader {
  readonly #bytes: Buffer
  at: number
  #left = ITEMS_MAX

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.at = at
  }

  take(length: number): Buffer {
    const end = this.at + length
    if (end > this.#bytes.length) throw new NotOurs()
    const taken = this.#bytes.subarray(this.at, end)
    this.at = end
    return taken
  }

  /** A length or number that follows the first byte of an item. */
  #count(info: number): number {
    if (info < 24) return info
    if (info > 26) throw new NotOurs()
    const size = 2 ** (info - 24)
    return this.take(size).readUIntBE(0, size)
  }

  item(level = 0): Item {
    if (level > LEVELS_MAX || this.#left-- === 0) throw new NotOurs()
    const first = this.take(1).readUInt8()
    const [major, info] = [first >> 5, first & 0x1f]
    if (major === 7) return this.#simple(info)
    const count = this.#count(info)
    if (major === 0) return count
    if (major === 1) return -1 - count
    if (major === 2) return this.take(count)
    if (major === 3) return this.take(count).toString()
    if (major === 4) return this.#list(count, level)
    if (major === 5) return this.#map(count, level)
    throw new NotOurs()
  }

  #simple(info: number): Item {
    if (info === 20 || info === 21) return info === 21
    if (info === 22) return null
    throw new NotOurs()
  }

  #list(count: number, level: number): Item {
    const items: Item[] = []
    // The number of items ends a list that states more than there are.
    while (items.length < count) items.push(this.item(level + 1))
    return items
  }

  #map(count: number, level: number): Item {
    const entries = new Map<Item, Item>()
    for (let index = 0; index < count; index++) entries.set(this.item(level + 1), this.item(level + 1))
    if (entries.size !== count) throw new NotOurs()
    return entries
  }

  end(): void {
    if (this.at !== this.#bytes.length) throw new NotOurs()
  }
}

const isMap = (item: Item | undefined): item is ReadonlyMap<Item, Item> => item instanceof Map

function requireKey(key: Item): void {
  if (!isMap(key)) throw new NotOurs()
  for (const value of key.values()) {
    if (value instanceof Uint8Array ? value.length > KEY_BYTES_MAX : typeof value !== 'number')
      throw new NotOurs()
  }
  const exponent = key.get(EXPONENT)
  const length = exponent instanceof Uint8Array ? exponent.length : 0
  if (key.get(KEY_TYPE) === RSA && length > EXPONENT_BYTES_MAX) throw new NotOurs()
}

function requireData(data: Uint8Array): void {
  const flags = data[FLAGS_AT] ?? 0
  const reader = new Reader(data, HEAD_BYTES)
  if (data.length < HEAD_BYTES) throw new NotOurs()
  if ((flags & HAS_CREDENTIAL) !== 0) {
    reader.take(AAGUID_BYTES)
    reader.take(reader.take(2).readUInt16BE())
    requireKey(reader.item())
  }
  if ((flags & HAS_EXTENSIONS) !== 0 && !isMap(reader.item())) throw new NotOurs()
  reader.end()
}

function holds(check: () => void): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof NotOurs) return false
    throw error
  }
}

/** True for the data that an authenticator signs when a passkey is used. */
export const isAuthenticatorData = (base64url: string): boolean =>
  holds(() => requireData(Buffer.from(base64url, 'base64url')))

/**
 * True for a new passkey without an attestation, which is what is asked for, or with one by its own key: browsers leave that
 * in place (WebAuthn Level 3, section 5.1.3).
 */
export const isPlainAttestation = (base64url: string): boolean =>
  holds(() => {
    const reader = new Reader(Buffer.from(base64url, 'base64url'))
    const attestation = reader.item()
    reader.end()
    if (!isMap(attestation)) throw new NotOurs()
    const [format, statement, data] = ['fmt', 'attStmt', 'authData'].map((name) => attestation.get(name))
    if (!isMap(statement) || !(data instanceof Uint8Array)) throw new NotOurs()
    const allowed: readonly Item[] = format === 'packed' ? ['alg', 'sig'] : []
    const isKnown = format === 'none' || format === 'packed'
    if (!isKnown || [...statement.keys()].some((name) => !allowed.includes(name))) throw new NotOurs()
    requireData(data)
  })
