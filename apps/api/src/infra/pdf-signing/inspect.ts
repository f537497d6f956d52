import { X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData } from 'pkijs'
import { signedParts, verifyPdfSignature, type PdfSignatureState } from './verify.ts'

export interface SignatureFacts {
  state: PdfSignatureState
  /** Of the certificate that the signature brings along; null if it cannot be read. */
  certificate: { subject: string; issuer: string; validTo: Date; isSelfIssued: boolean } | null
}

const oneLine = (name: string) => name.replaceAll('\n', ', ')

function certificateOf(pdf: Buffer): SignatureFacts['certificate'] {
  const parts = signedParts(pdf)
  if (!parts) return null
  try {
    const data = new SignedData({ schema: ContentInfo.fromBER(parts.envelope).content })
    const [first] = data.certificates ?? []
    if (!first) return null
    const der = Buffer.from(first.toSchema().toBER())
    const { subject, issuer, validToDate } = new X509Certificate(der)
    return {
      subject: oneLine(subject),
      issuer: oneLine(issuer),
      validTo: validToDate,
      isSelfIssued: subject === issuer,
    }
  } catch {
    return null
  }
}

/** What the signature of a PDF says, without asking anybody. */
export const inspectSignature = async (pdf: Buffer): Promise<SignatureFacts> => ({
  state: await verifyPdfSignature(pdf),
  certificate: certificateOf(pdf),
})
