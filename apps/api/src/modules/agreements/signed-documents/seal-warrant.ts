import { createHash } from 'node:crypto'
import { canonicalJson } from '../signing/canonical-json.ts'

/** The version of the statement's format. */
const FORM = 'consilium-seal-warrant-1'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Warranted {
  agreementNumber: string
  /** The fingerprint of the agreement. */
  contentSha256: string
  /** The certificate as DER. */
  certificate: Uint8Array
  organization: string
}

/**
 * What the platform states of a seal: that this certificate is the payer's for this agreement. A payer may get its
 * certificate after the expert has signed, so the expert's signature cannot name it.
 */
export const sealWarrant = ({ certificate, ...stated }: Warranted): string =>
  canonicalJson({ form: FORM, ...stated, certificateSha256: sha256(certificate) })

/** Whether a statement says that this certificate may seal the agreement with this fingerprint. */
export function warrants(statement: Buffer, contentSha256: string, certificateSha256: string): boolean {
  try {
    const said = JSON.parse(statement.toString('utf8')) as Record<string, unknown> | null
    return (
      said?.['form'] === FORM &&
      said['contentSha256'] === contentSha256 &&
      said['certificateSha256'] === certificateSha256
    )
  } catch {
    return false
  }
}
