import { bitsOf, contentsOf, elementsOf, sequenceOf, TAGS, type Element } from '../der.ts'
import { SigningKeyError } from './key-problem.ts'

const RSA_MIN_BITS = 2048
/** A longer key takes the main thread too long for each signature. */
const RSA_MAX_BITS = 4096
/** Any usual public exponent is 65,537; a long one makes each check as slow as a signature. */
const EXPONENT_MAX_BITS = 64
/** Numbers of an RSA private key after its version (RFC 8017, A.1.2): modulus, public exponent and six more. */
const RSA_NUMBERS = 8
/** Bytes of a certificate: those of authorities have one to three thousand. */
const CERTIFICATE_MAX_BYTES = 16 * 1024

/** Object identifiers in DER, in hexadecimal (RFC 5480, 8017, 8410, 3279). */
const KINDS: Readonly<Record<string, string>> = {
  '2a864886f70d010101': 'rsa',
  '2a8648ce3d0201': 'ec',
  '2a864886f70d01010a': 'rsa-pss',
  '2a8648ce380401': 'dsa',
  '2a864886f70d010301': 'dh',
  '2a8648ce3e0201': 'dhx',
  '2b656e': 'x25519',
  '2b656f': 'x448',
  '2b6570': 'ed25519',
  '2b6571': 'ed448',
}
/** P-256, P-384 and P-521, which every verifier of PDF signatures knows. */
const CURVES = new Set(['2a8648ce3d030107', '2b81040022', '2b81040023'])

const unsuitable = (message: string) => new SigningKeyError('unsuitable', message)

/** Certificates and keys have the same numbers in RSA: the modulus, and the exponent that anybody may know. */
function requireRsa(modulus: Buffer, exponent: Buffer): void {
  const bits = bitsOf(modulus)
  if (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS)
    throw unsuitable(`its RSA key has ${bits} bits; ${RSA_MIN_BITS} to ${RSA_MAX_BITS} are possible`)
  if (bitsOf(exponent) > EXPONENT_MAX_BITS) throw unsuitable('its RSA key has a very long public exponent')
}

/** RFC 8017, A.1.2. Every number is looked at, since the time of a signature grows with the length of each. */
function requireRsaKey(der: Buffer): void {
  const [, ...numbers] = sequenceOf(der).map((element) => contentsOf(element, TAGS.integer))
  const [modulus, exponent, ...others] = numbers
  if (!modulus || !exponent || numbers.length !== RSA_NUMBERS)
    throw unsuitable('its RSA key has not two primes')
  requireRsa(modulus, exponent)
  if (others.some((number) => bitsOf(number) > bitsOf(modulus)))
    throw unsuitable('a number of its RSA key is longer than the modulus')
}

/** Parameters other than a name would make the reader compute with whatever they say. */
function requireCurve(parameters: Element | undefined): void {
  const isNamed = parameters?.tag === TAGS.oid && CURVES.has(parameters.contents.toString('hex'))
  if (!isNamed) throw unsuitable('its curve is none of P-256, P-384 and P-521')
}

/** AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
function kindOf(identifier: Element | undefined): { kind: string; parameters: Element | undefined } {
  const [oid, parameters] = elementsOf(contentsOf(identifier, TAGS.sequence))
  const name = contentsOf(oid, TAGS.oid).toString('hex')
  return { kind: KINDS[name] ?? 'unknown', parameters }
}

const refuseKind = (kind: string) =>
  unsuitable(`its key is of the kind ${kind}; RSA or an elliptic curve is needed`)

/** PrivateKeyInfo (RFC 5958, 2). */
function requirePkcs8(der: Buffer): void {
  const [, identifier, key] = sequenceOf(der)
  const { kind, parameters } = kindOf(identifier)
  if (kind === 'ec') requireCurve(parameters)
  else if (kind === 'rsa') requireRsaKey(contentsOf(key, TAGS.octets))
  else throw refuseKind(kind)
}

/** ECPrivateKey (RFC 5915, 3), whose parameters are its third element. */
function requireEcKey(der: Buffer): void {
  const [, , parameters] = sequenceOf(der)
  requireCurve(parameters && elementsOf(parameters.contents)[0])
}

/** The form of a private key, as its reader names it. */
export type KeyForm = 'pkcs8' | 'pkcs1' | 'sec1'

const CHECKS: Readonly<Record<KeyForm, (der: Buffer) => void>> = {
  pkcs8: requirePkcs8,
  pkcs1: requireRsaKey,
  sec1: requireEcKey,
}

/**
 * Refuses a private key by its bytes, before any library computes with it: some kinds make their reader compute for
 * minutes with numbers of any length. Throws SigningKeyError, and RangeError if it is none.
 */
export const requireKeyKind = (der: Buffer, form: KeyForm): void => CHECKS[form](der)

/** The same for the key that a certificate is about (RFC 5280, 4.1). */
export function requireCertificateKind(der: Buffer): void {
  if (der.length > CERTIFICATE_MAX_BYTES) throw unsuitable(`a certificate has ${der.length} bytes`)
  const [signed] = sequenceOf(der)
  const fields = elementsOf(contentsOf(signed, TAGS.sequence))
  // The version is left out for the first one; then serial number, algorithm, issuer, validity and subject.
  const keyAt = fields[0]?.tag === TAGS.version ? 6 : 5
  const [identifier, key] = elementsOf(contentsOf(fields[keyAt], TAGS.sequence))
  const { kind, parameters } = kindOf(identifier)
  if (kind === 'ec') {
    requireCurve(parameters)
    return
  }
  if (kind !== 'rsa') throw refuseKind(kind)
  // The first byte of a bit string counts its unused bits.
  const numbers = sequenceOf(contentsOf(key, TAGS.bits).subarray(1))
  const [modulus, exponent] = numbers.map((element) => contentsOf(element, TAGS.integer))
  if (!modulus || !exponent) throw new RangeError('An RSA key has two numbers')
  requireRsa(modulus, exponent)
}
