import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import { signatureScheme } from './algorithms.ts'
import { readCertificate } from './certificate.ts'
import { Der, NotThis } from './der.ts'
import { invalid, ofVerdict, unsupported } from './file-signature.ts'
import { digest, verifySignature } from './verify.ts'

/** The electronic seals of GB/T 38540-2020, and of GM/T 0031-2014 before it. */
interface SealSignature {
  /** What is signed: the seal, the time and the digest of the content. */
  signed: Der
  certificate: Der
  signatureOid: string
  signature: Uint8Array
}

const DIGEST_PLACE = 3
const SM3 = 'sm3'

function readSeal(bytes: Uint8Array): SealSignature {
  const root = Der.parse(bytes)
  const [signed, second, algorithm, fourth] = root.children
  if (!root.is('sequence') || !signed?.is('sequence') || !second) throw new NotThis('no seal')
  if (second.is('octetString') && algorithm?.is('oid') && fourth?.is('bitString'))
    return {
      signed,
      certificate: Der.parse(second.content),
      signatureOid: algorithm.oid,
      signature: fourth.content,
    }
  const [, , , , , certificate, oldAlgorithm] = signed.children
  if (!second.is('bitString') || !certificate?.is('octetString') || !oldAlgorithm)
    throw new NotThis('no seal')
  return {
    signed,
    certificate: Der.parse(certificate.content),
    signatureOid: oldAlgorithm.oid,
    signature: second.content,
  }
}

/** Verifies a seal over the content, whose digest is the one of the signature's algorithm. Throws NotThis for other structures. */
export function verifySeal(bytes: Uint8Array, content: Uint8Array): FileSignature {
  const { signed, certificate, signatureOid, signature } = readSeal(bytes)
  const read = readCertificate(certificate)
  const { subject, publicKey } = read
  const actual = digest(signatureScheme(signatureOid)?.digest ?? SM3, content)
  if (!actual) return unsupported('ALGORITHM_UNKNOWN', subject)
  if (Buffer.compare(actual, signed.at(DIGEST_PLACE).content) !== 0)
    return invalid('CONTENT_CHANGED', subject)
  return ofVerdict(verifySignature({ publicKey, signatureOid, digestOid: null }, signed.raw, signature), read)
}
