import { withProof } from './proof.ts'
import { proveChains } from './revocation.ts'
import { checkSignatures } from './verify.ts'

/**
 * Adds what shows later that the certificates of this platform and of the timestamp authorities were good now. Services
 * that the certificates of others name are not asked, since those could name any address. Throws RevocationUnknown.
 */
export async function provePdf(pdf: Buffer, own: readonly Buffer[], signal: AbortSignal): Promise<Buffer> {
  const { signatures } = await checkSignatures(pdf)
  const others = signatures.map(({ certificate }) => [certificate.raw])
  const authorities = signatures.flatMap(({ timestamp }) => (timestamp ? [timestamp.certificates] : []))
  return withProof(pdf, await proveChains([own, ...authorities, ...others], signal))
}
