import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { createHash, getHashes } from 'node:crypto'

/**
 * Verifies SM2 signatures (GB/T 32918.2). Node's OpenSSL knows the curve, but not the identity that the signed digest begins with.
 * The arithmetic of the curve is the library's; here is what the standard does with it.
 */
const CURVE = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
}
export const Point = weierstrass(CURVE)
export const ORDER = CURVE.n
/** The identity of signers who have no other (GM/T 0009-2012, 10). */
const IDENTITY = Buffer.from('1234567812345678')
const COORDINATE_BYTES = 32
const HEX = 16

export const isSm3Known = (): boolean => getHashes().includes('sm3')

export const bytesOf = (value: bigint): Buffer =>
  Buffer.from(value.toString(HEX).padStart(2 * COORDINATE_BYTES, '0'), 'hex')
export const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)

/** The number that is signed: the digest of the curve, the identity, the key and the message. */
export function digestOf(publicKey: Uint8Array, message: Uint8Array): bigint {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(IDENTITY.length * 8)
  const curve = [CURVE.a, CURVE.b, CURVE.Gx, CURVE.Gy].map(bytesOf)
  const key = publicKey.subarray(1)
  const identity = createHash('sm3')
    .update(Buffer.concat([length, IDENTITY, ...curve, key]))
    .digest()
  return numberOf(createHash('sm3').update(identity).update(message).digest())
}

/** `publicKey` is an uncompressed point. Throws for a key that is not on the curve. */
export function verifySm2(
  publicKey: Uint8Array,
  message: Uint8Array,
  { r, s }: { r: bigint; s: bigint },
): boolean {
  const isScalar = (value: bigint) => value > 0n && value < ORDER
  const t = (r + s) % ORDER
  if (!isScalar(r) || !isScalar(s) || t === 0n) return false
  const key = Point.fromBytes(publicKey)
  const { x } = Point.BASE.multiplyUnsafe(s).add(key.multiplyUnsafe(t)).toAffine()
  return (digestOf(publicKey, message) + x) % ORDER === r
}
