import { randomBytes, webcrypto } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension, Time } from 'pkijs'

/** Validity of a self-signed certificate. */
export const VALID_YEARS = 10

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** Versions count from 0 (RFC 5280, 4.1.2.1). */
const V3 = 2
const SERIAL_BYTES = 16
const UTC_TIME_ENDS = 2050
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
/** digitalSignature and nonRepudiation, the first two of nine bits (RFC 5280, 4.2.1.3). */
const SIGNS_DOCUMENTS = { valueHex: Uint8Array.of(0b1100_0000), unusedBits: 6 }

const pem = (label: string, der: ArrayBuffer) => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

function extensions(): Extension[] {
  const constraints = new BasicConstraints({ cA: false }).toSchema().toBER()
  const usage = new BitString(SIGNS_DOCUMENTS).toBER()
  return [
    new Extension({ extnID: BASIC_CONSTRAINTS, critical: true, extnValue: constraints }),
    new Extension({ extnID: KEY_USAGE, critical: true, extnValue: usage }),
  ]
}

/** UTCTime up to 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5). */
const timeOf = (value: Date) => new Time({ type: value.getUTCFullYear() < UTC_TIME_ENDS ? 0 : 1, value })

/** Returns a positive number without leading zeros: the first bit is 0 and the second is 1. */
function serialNumber(): Integer {
  const bytes = randomBytes(SERIAL_BYTES)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new Integer({ valueHex: bytes })
}

/** Returns a new ECDSA key on P-256 and its self-signed certificate as PEM. */
export async function makeSigningKey(name: string, from = new Date()): Promise<string> {
  const pair = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const certificate = new Certificate({ version: V3, serialNumber: serialNumber() })
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + VALID_YEARS)
  certificate.notBefore = timeOf(from)
  certificate.notAfter = timeOf(until)
  for (const side of [certificate.issuer, certificate.subject]) {
    const value = new Utf8String({ value: name })
    side.typesAndValues.push(new AttributeTypeAndValue({ type: COMMON_NAME, value }))
  }
  certificate.extensions = extensions()
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
  await certificate.sign(pair.privateKey, 'SHA-256')
  const key = await webcrypto.subtle.exportKey('pkcs8', pair.privateKey)
  return pem('PRIVATE KEY', key) + pem('CERTIFICATE', certificate.toSchema().toBER())
}
