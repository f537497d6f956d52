import { withProof } from './proof.ts'
import { proofOf, type Asking } from './revocation.ts'

/**
 * Adds what shows later that the certificates of this platform and of the timestamp authorities were good now. Throws
 * RevocationUnknown.
 */
export const provePdf = async (pdf: Buffer, own: readonly Buffer[], given: Asking): Promise<Buffer> =>
  withProof(pdf, await proofOf(pdf, own, given))
