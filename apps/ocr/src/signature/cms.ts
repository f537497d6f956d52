import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import { createHash } from 'node:crypto'
import { readCertificate, type Certificate } from './certificate.ts'
import { Der, NotThis } from './der.ts'
import { invalid, ofVerdict, unsupported } from './file-signature.ts'
import { digest, verifySignature } from './verify.ts'

/** Signed data of RFC 5652, and of GM/T 0010, which has the same structure under another name. */
const SIGNED_DATA = ['1.2.840.113549.1.7.2', '1.2.156.10197.6.1.4.2.2']
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SET_TAG = 0x31

interface SignerInfo {
  issuerAndSerial: Der
  digestOid: string
  attributes: Der | undefined
  signatureOid: string
  signature: Uint8Array
}

function signerInfo(info: Der): SignerInfo {
  const [, identifier, digestAlgorithm, ...rest] = info.children
  const attributes = rest[0]?.isTagged(0) ? rest.shift() : undefined
  const [algorithm, signature] = rest
  if (!identifier || !digestAlgorithm || !algorithm || !signature) throw new NotThis('no signer')
  return {
    issuerAndSerial: identifier,
    digestOid: digestAlgorithm.at(0).oid,
    attributes,
    signatureOid: algorithm.at(0).oid,
    signature: signature.content,
  }
}

const equal = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

function certificateOf(certificates: readonly Certificate[], { issuerAndSerial }: SignerInfo): Certificate {
  const [issuer, serial] = issuerAndSerial.children
  const named =
    issuer &&
    serial &&
    certificates.find((one) => equal(one.issuer, issuer.raw) && equal(one.serial, serial.content))
  const certificate = named ?? (certificates.length === 1 ? certificates[0] : undefined)
  if (!certificate) throw new NotThis('no certificate of the signer')
  return certificate
}

/** The attributes are signed under the tag of a set, though they are stored under another one (RFC 5652, 5.4). */
function asSet(attributes: Der): Uint8Array {
  const bytes = Buffer.from(attributes.raw)
  bytes[0] = SET_TAG
  return bytes
}

function statedDigest(attributes: Der): Uint8Array {
  const found = attributes.children.find((attribute) => attribute.at(0).oid === MESSAGE_DIGEST)
  if (!found) throw new NotThis('no digest')
  return found.at(1).at(0).content
}

function verifySigner(info: SignerInfo, certificate: Certificate, content: Uint8Array): FileSignature {
  const { subject, publicKey } = certificate
  const key = { publicKey, signatureOid: info.signatureOid, digestOid: info.digestOid }
  if (!info.attributes) return ofVerdict(verifySignature(key, content, info.signature), certificate)
  const actual = digest(info.digestOid, content)
  if (!actual) return unsupported('ALGORITHM_UNKNOWN', subject)
  if (!equal(actual, statedDigest(info.attributes))) return invalid('CONTENT_CHANGED', subject)
  return ofVerdict(verifySignature(key, asSet(info.attributes), info.signature), certificate)
}

/** Verifies the first signer of a CMS signature over the content. Throws NotThis for other structures. */
export function verifyCms(bytes: Uint8Array, content: Uint8Array): FileSignature {
  const root = Der.parse(bytes)
  if (!root.is('sequence') || !SIGNED_DATA.includes(root.at(0).oid)) throw new NotThis('no signed data')
  const [, , enclosed, ...rest] = root.at(1).at(0).children
  const certificates = (rest.find((one) => one.isTagged(0))?.children ?? [])
    .filter((one) => one.is('sequence'))
    .map(readCertificate)
  const signer = rest.findLast((one) => one.is('set'))?.children[0]
  if (!enclosed || !signer) throw new NotThis('no signer')
  const info = signerInfo(signer)
  const certificate = certificateOf(certificates, info)
  const inner = enclosed.children[1]?.children[0]?.content
  if (!inner) return verifySigner(info, certificate, content)
  // `adbe.pkcs7.sha1` of PDF encloses the digest of the content instead of stating it (ISO 32000-1, 12.8.3.3).
  const isDigest = equal(inner, createHash('sha1').update(content).digest()) || equal(inner, content)
  return isDigest ? verifySigner(info, certificate, inner) : invalid('CONTENT_CHANGED', certificate.subject)
}
