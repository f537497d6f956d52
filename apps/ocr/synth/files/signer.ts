import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { bytesOf, digestOf, ORDER, Point } from '../../src/signature/sm2.ts'
import { bits, integer, octets, oid, sequence, set, tagged, text, tlv } from './der-writer.ts'

/** Somebody with a key and a certificate, who signs as the issuers of invoices do. */
export interface Signer {
  certificate: Buffer
  /** Issuer and serial number of the certificate. */
  identifier: Buffer
  digestName: string
  digestOid: string
  signatureOid: string
  sign(message: Uint8Array): Buffer
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11'
const SHA256_WITH_ECDSA = '1.2.840.10045.4.3.2'
const EC_KEY = '1.2.840.10045.2.1'
const SM2_CURVE = '1.2.156.10197.1.301'
const SM2_WITH_SM3 = '1.2.156.10197.1.501'
const SM3 = '1.2.156.10197.1.401'
const COMMON_NAME = '2.5.4.3'
const SERIAL = 4711n
/** Keys of tests are the same each time, so that what they sign is too. */
const SM2_KEY = 0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdefn
const SM2_NONCE = 0xfedcba0987654321fedcba0987654321fedcba0987654321fedcba09876543n

const nameOf = (name: string): Buffer => sequence(set(sequence(oid(COMMON_NAME), text(name))))
const day = (yymmdd: string): Buffer => tlv(0x17, Buffer.from(`${yymmdd}000000Z`))

function certify(name: string, publicKey: Uint8Array, signatureOid: string, signIt: Signer['sign']) {
  const issuer = nameOf('Test CA')
  const algorithm = sequence(oid(signatureOid))
  const validity = sequence(day('200101'), day('400101'))
  const version = tagged(0, integer(2n))
  const content = sequence(
    version,
    integer(SERIAL),
    algorithm,
    issuer,
    validity,
    nameOf(name),
    Buffer.from(publicKey),
  )
  return {
    certificate: sequence(content, algorithm, bits(signIt(content))),
    identifier: sequence(issuer, integer(SERIAL)),
  }
}

function signerOf(
  name: string,
  publicKey: Uint8Array,
  algorithms: Omit<Signer, 'certificate' | 'identifier'>,
): Signer {
  return { ...algorithms, ...certify(name, publicKey, algorithms.signatureOid, algorithms.sign) }
}

const newRsaKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export function rsaSigner(name: string, keys: ReturnType<typeof newRsaKeys> = newRsaKeys()): Signer {
  const { publicKey, privateKey } = keys
  return signerOf(name, publicKey.export({ type: 'spki', format: 'der' }), {
    digestName: 'sha256',
    digestOid: SHA256,
    signatureOid: SHA256_WITH_RSA,
    sign: (message) => sign('sha256', message, privateKey),
  })
}

export function ecdsaSigner(name: string): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return signerOf(name, publicKey.export({ type: 'spki', format: 'der' }), {
    digestName: 'sha256',
    digestOid: SHA256,
    signatureOid: SHA256_WITH_ECDSA,
    sign: (message) => sign('sha256', message, privateKey),
  })
}

const modulo = (value: bigint): bigint => ((value % ORDER) + ORDER) % ORDER

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n
  const half = power((base * base) % ORDER, exponent / 2n)
  return exponent % 2n === 1n ? (half * base) % ORDER : half
}

/** GB/T 32918.2, 6.1, with a fixed nonce: nobody trusts this key. */
export function sm2Signer(name: string): Signer {
  const { x, y } = Point.BASE.multiply(SM2_KEY).toAffine()
  const point = Buffer.concat([Buffer.of(4), bytesOf(x), bytesOf(y)])
  const publicKey = sequence(sequence(oid(EC_KEY), oid(SM2_CURVE)), bits(point))
  return signerOf(name, publicKey, {
    digestName: 'sm3',
    digestOid: SM3,
    signatureOid: SM2_WITH_SM3,
    sign: (message) => {
      const r = modulo(digestOf(point, message) + Point.BASE.multiply(SM2_NONCE).toAffine().x)
      const inverse = power(1n + SM2_KEY, ORDER - 2n)
      return sequence(integer(r), integer(modulo(inverse * (SM2_NONCE - r * SM2_KEY))))
    },
  })
}

const attribute = (name: string, value: Buffer): Buffer => sequence(oid(name), set(value))
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const DATA = '1.2.840.113549.1.7.1'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'

/** A detached CMS signature (RFC 5652) over the content. */
export function cmsOf(signer: Signer, content: Uint8Array): Buffer {
  const digest = createHash(signer.digestName).update(content).digest()
  const attributes = [attribute(CONTENT_TYPE, oid(DATA)), attribute(MESSAGE_DIGEST, octets(digest))]
  const digestAlgorithm = sequence(oid(signer.digestOid))
  const info = sequence(
    integer(1n),
    signer.identifier,
    digestAlgorithm,
    tagged(0, ...attributes),
    sequence(oid(signer.signatureOid)),
    octets(signer.sign(set(...attributes))),
  )
  const data = sequence(
    integer(1n),
    set(digestAlgorithm),
    sequence(oid(DATA)),
    tagged(0, signer.certificate),
    set(info),
  )
  return sequence(oid(SIGNED_DATA), tagged(0, data))
}

/** An electronic seal (GB/T 38540-2020) over the content, without the picture of the seal. */
export function sealOf(signer: Signer, content: Uint8Array): Buffer {
  const digest = createHash(signer.digestName).update(content).digest()
  const seal = sequence(text('the seal itself'))
  const time = tlv(0x18, Buffer.from('20260430120000Z'))
  const signed = sequence(
    integer(4n),
    seal,
    time,
    bits(digest),
    tlv(0x16, Buffer.from('/Doc_0/Signs/Sign_0/Signature.xml')),
  )
  return sequence(signed, octets(signer.certificate), oid(signer.signatureOid), bits(signer.sign(signed)))
}
