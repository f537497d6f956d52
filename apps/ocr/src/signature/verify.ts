import { createHash, createPublicKey, verify } from 'node:crypto'
import { digestName, signatureScheme, SM2_CURVE } from './algorithms.ts'
import { Der } from './der.ts'
import { isSm3Known, numberOf, verifySm2 } from './sm2.ts'

export type Verdict = 'right' | 'wrong' | 'unknown'

const isUnknown = (name: string | null): boolean => name === null || (name === 'sm3' && !isSm3Known())

/** The digest of the bytes by the algorithm's name or object identifier, or null where it is unknown. */
export function digest(algorithm: string, ...pieces: readonly Uint8Array[]): Buffer | null {
  const name = algorithm.includes('.') ? digestName(algorithm) : algorithm
  if (name === null || isUnknown(name)) return null
  const hash = createHash(name)
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}

function verifyPair(publicKey: Der, message: Uint8Array, signature: Uint8Array): Verdict {
  if (!isSm3Known()) return 'unknown'
  const pair = Der.parse(signature)
  const [r, s] = [numberOf(pair.at(0).content), numberOf(pair.at(1).content)]
  return verifySm2(publicKey.at(1).content, message, { r, s }) ? 'right' : 'wrong'
}

const usesSm2Curve = (publicKey: Der): boolean => {
  const curve = publicKey.at(0).children[1]
  return curve?.is('oid') === true && curve.oid === SM2_CURVE
}

/** `digestOid` counts for algorithms that name no digest themselves. */
export function verifySignature(
  key: { publicKey: Der; signatureOid: string; digestOid: string | null },
  message: Uint8Array,
  signature: Uint8Array,
): Verdict {
  const scheme = signatureScheme(key.signatureOid)
  if (scheme?.scheme === 'sm2' || usesSm2Curve(key.publicKey))
    return verifyPair(key.publicKey, message, signature)
  const name = scheme?.digest ?? (key.digestOid === null ? null : digestName(key.digestOid))
  if (!scheme || name === null || isUnknown(name)) return 'unknown'
  const publicKey = createPublicKey({ key: Buffer.from(key.publicKey.raw), format: 'der', type: 'spki' })
  return verify(name, message, publicKey, signature) ? 'right' : 'wrong'
}
