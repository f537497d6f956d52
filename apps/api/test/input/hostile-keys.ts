import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** One element of DER. */
function element(tag: number, ...contents: Buffer[]): Buffer {
  const bytes = Buffer.concat(contents)
  if (bytes.length < 0x80) return Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
  const length = Buffer.alloc(3)
  length.writeUIntBE(bytes.length, 0, 3)
  return Buffer.concat([Buffer.from([tag, 0x83]), length, bytes])
}

const sequence = (...contents: Buffer[]) => element(0x30, ...contents)
const octets = (contents: Buffer) => element(0x04, contents)
const bitString = (contents: Buffer) => element(0x03, Buffer.from([0]), contents)
const oid = (hex: string) => element(0x06, Buffer.from(hex, 'hex'))
const integer = (bytes: Buffer) =>
  element(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([ZERO, bytes]))
const ZERO = Buffer.from([0])
const ONE = Buffer.from([1])
const NULL = element(0x05)

/** An odd number of so many bits, whose first two are set. */
function odd(bits: number): Buffer {
  const bytes = randomBytes(Math.ceil(bits / 8))
  bytes[0] = ((bytes[0] ?? 0) | 0xc0) >> ((8 - (bits % 8)) % 8)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 1
  return bytes
}

const pem = (label: string, der: Buffer) =>
  Buffer.from(`-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`)
const pkcs8 = (algorithm: Buffer, key: Buffer) => sequence(integer(ZERO), algorithm, octets(key))
const numbers = (...values: Buffer[]) => values.map(integer)

const RSA = '2a864886f70d010101'
const DSA = '2a8648ce380401'
const DH = '2a864886f70d010301'
const EC = '2a8648ce3d0201'
const PRIME_FIELD = '2a8648ce3d0101'
const EXPONENT = Buffer.from([1, 0, 1])

/** A key of numbers alone: its reader would compute the public one from p, q and g. */
export const dsaKey = (bits: number) =>
  pkcs8(
    sequence(oid(DSA), sequence(...numbers(odd(bits), odd(Math.min(bits, 256)), odd(bits - 8)))),
    integer(odd(250)),
  )

export const dhKey = (bits: number) =>
  pkcs8(sequence(oid(DH), sequence(...numbers(odd(bits), odd(bits - 8)))), integer(odd(bits - 16)))

interface RsaNumbers {
  bits: number
  exponent?: Buffer
  /** Bits of the private exponent and of those of the two primes. */
  longest?: number
}

const rsaNumbers = ({ bits, exponent = EXPONENT, longest = bits }: RsaNumbers) => {
  const half = Math.floor(bits / 2)
  const long = Math.max(half, longest - 8)
  return sequence(
    ...numbers(
      ZERO,
      odd(bits),
      exponent,
      odd(longest),
      odd(half),
      odd(half),
      odd(long),
      odd(long),
      odd(half),
    ),
  )
}

export const rsaKey = (wanted: RsaNumbers) => pkcs8(sequence(oid(RSA), NULL), rsaNumbers(wanted))

/** A key on a curve whose parameters stand in the file itself, with a prime of so many bits. */
export function explicitCurveKey(bits: number): Buffer {
  const field = sequence(oid(PRIME_FIELD), integer(odd(bits)))
  const point = octets(Buffer.concat([Buffer.from([4]), odd(bits), odd(bits)]))
  const parameters = sequence(
    integer(ONE),
    field,
    sequence(octets(odd(bits)), octets(odd(bits))),
    point,
    integer(odd(bits)),
  )
  return pkcs8(sequence(oid(EC), parameters), sequence(integer(ONE), octets(odd(256))))
}

/** A certificate about a key of this algorithm, of empty names and no valid signature. */
function certificate(algorithm: Buffer, key: Buffer): Buffer {
  const signedBy = sequence(oid('2a864886f70d01010b'), NULL)
  const time = element(0x17, Buffer.from('260101000000Z'))
  const until = element(0x17, Buffer.from('491231000000Z'))
  const about = sequence(algorithm, bitString(key))
  const contents = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(ONE),
    signedBy,
    sequence(),
    sequence(time, until),
    sequence(),
    about,
  )
  return sequence(contents, signedBy, bitString(randomBytes(256)))
}

export const rsaCertificate = (bits: number, exponent: Buffer = EXPONENT) =>
  certificate(sequence(oid(RSA), NULL), sequence(...numbers(odd(bits), exponent)))

export const dsaCertificate = (bits: number) =>
  certificate(
    sequence(oid(DSA), sequence(...numbers(odd(bits), odd(Math.min(bits, 256)), odd(bits - 8)))),
    integer(odd(bits - 8)),
  )

/** So many elements, each within the one before. */
const nested = (levels: number) =>
  Buffer.concat(Array.from({ length: levels }, () => Buffer.from([0x30, 0x80])))

export const privateKeyPem = (der: Buffer) => pem('PRIVATE KEY', der)
export const certificatePem = (der: Buffer) => pem('CERTIFICATE', der)

/** A genuine key on one of the curves, for the other parts of a file. */
export const curveKeyPem = (namedCurve: string) =>
  Buffer.from(
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  )

/** A genuine key of a kind that signs no PDF. */
const otherKeyPem = (kind: 'ed25519' | 'ed448' | 'x25519' | 'x448') => {
  const { privateKey } = generateKeyPairSync(kind as 'ed25519')
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
}
const pssKeyPem = () => {
  const { privateKey } = generateKeyPairSync('rsa-pss', { modulusLength: 2048 })
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

const PBES2 = '2a864886f70d01050d'
const PBKDF2 = '2a864886f70d01050c'
const AES_256_CBC = '60864801650304012a'
const SHA_256 = '608648016503040201'
const DATA = '2a864886f70d010701'
const BILLIONS = Buffer.from([0x7f, 0xff, 0xff, 0xff])

/** An encrypted key that asks for two billion iterations (RFC 8018). */
const costlyKey = () => {
  const derivation = sequence(oid(PBKDF2), sequence(octets(randomBytes(16)), integer(BILLIONS)))
  const cipher = sequence(oid(AES_256_CBC), octets(randomBytes(16)))
  return sequence(sequence(oid(PBES2), sequence(derivation, cipher)), octets(randomBytes(128)))
}

/** A PKCS #12 file whose MAC asks for as many (RFC 7292). */
const costlyMac = () => {
  const empty = sequence(oid(DATA), element(0xa0, octets(sequence())))
  const digest = sequence(sequence(oid(SHA_256), NULL), octets(randomBytes(32)))
  return sequence(
    integer(Buffer.from([3])),
    empty,
    sequence(digest, octets(randomBytes(8)), integer(BILLIONS)),
  )
}

/** Each file is of a kind that is refused by what its bytes state, before anything computes with them. */
export const UNSUITABLE_KEYS: readonly (readonly [string, Buffer])[] = [
  ['DSA of 2,048 bits', privateKeyPem(dsaKey(2048))],
  ['DSA of 32,000 bits', privateKeyPem(dsaKey(32_000))],
  ['DSA of 128,000 bits', privateKeyPem(dsaKey(128_000))],
  ['DH of 2,048 bits', privateKeyPem(dhKey(2048))],
  ['DH of 80,000 bits', privateKeyPem(dhKey(80_000))],
  ['RSA of 2,047 bits', privateKeyPem(rsaKey({ bits: 2047 }))],
  ['RSA of 4,097 bits', privateKeyPem(rsaKey({ bits: 4097 }))],
  ['RSA of 16,384 bits', privateKeyPem(rsaKey({ bits: 16_384 }))],
  ['RSA with a public exponent of 65 bits', privateKeyPem(rsaKey({ bits: 2048, exponent: odd(65) }))],
  ['RSA with private numbers of 80,000 bits', privateKeyPem(rsaKey({ bits: 2048, longest: 80_000 }))],
  ['RSA in the older form', pem('RSA PRIVATE KEY', rsaNumbers({ bits: 8192 }))],
  ['DSA in the older form', pem('DSA PRIVATE KEY', sequence(...numbers(ZERO, odd(64_000), odd(256))))],
  ['a curve of its own of 20,000 bits', privateKeyPem(explicitCurveKey(20_000))],
  ['the curve secp256k1', curveKeyPem('secp256k1')],
  ['the curve brainpoolP512r1', curveKeyPem('brainpoolP512r1')],
  ['the curve P-224', curveKeyPem('secp224r1')],
  ['the curve sect571r1', curveKeyPem('sect571r1')],
  ['Ed25519', otherKeyPem('ed25519')],
  ['Ed448', otherKeyPem('ed448')],
  ['X25519', otherKeyPem('x25519')],
  ['X448', otherKeyPem('x448')],
  ['RSA-PSS', pssKeyPem()],
  ['a key of OpenSSH', pem('OPENSSH PRIVATE KEY', randomBytes(400))],
  ['a certificate of DSA', Buffer.concat([curveKeyPem('P-256'), certificatePem(dsaCertificate(30_000))])],
  [
    'a certificate of RSA of 16,384 bits',
    Buffer.concat([curveKeyPem('P-256'), certificatePem(rsaCertificate(16_384))]),
  ],
  [
    'a certificate with an exponent of 4,000 bits',
    Buffer.concat([curveKeyPem('P-256'), certificatePem(rsaCertificate(4096, odd(4000)))]),
  ],
  [
    'a certificate of 17 KiB',
    Buffer.concat([curveKeyPem('P-256'), certificatePem(Buffer.alloc(17 * 1024, 0x30))]),
  ],
  [
    'eleven certificates',
    Buffer.concat([
      curveKeyPem('P-256'),
      ...Array.from({ length: 11 }, () => certificatePem(rsaCertificate(2048))),
    ]),
  ],
]

/** Files that hold nothing that can be read. */
export const UNREADABLE_KEYS: readonly (readonly [string, Buffer])[] = [
  ['20,000 levels of DER', Buffer.concat(Array.from({ length: 16_000 }, () => Buffer.from([0x30, 0x80])))],
  [
    'a key of 20,000 levels',
    privateKeyPem(Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.from([0x30, 0x80])))),
  ],
  ['elements of no end', privateKeyPem(Buffer.alloc(20_000, 0x05))],
  ['a length beyond its bytes', privateKeyPem(Buffer.from('3083ffffff020100', 'hex'))],
  ['noise', randomBytes(40_000)],
  ['an encrypted key of two billion iterations', pem('ENCRYPTED PRIVATE KEY', costlyKey())],
  ['a PKCS #12 file with a MAC of as many', costlyMac()],
  ['PKCS #12 of 10,000 levels', sequence(integer(Buffer.from([3])), nested(10_000))],
]
