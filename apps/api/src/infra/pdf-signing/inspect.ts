import { checkSignatures, type PdfSignatureState } from './verify.ts'

export interface CertificateFacts {
  subject: string
  issuer: string
  validTo: Date
  isSelfIssued: boolean
}

export interface SignatureFacts {
  /** Whose signature it is by its place in the document: the expert's agreement, or the payer's seal. */
  role: 'document' | 'seal'
  certificate: CertificateFacts
  /** Time and name of a timestamp authority, if it stated that the signature existed. */
  timestamp: { time: Date; authority: string } | null
  /** What the signature states of itself, for a seal: the organization, and who put it. */
  name: string
  reason: string
}

export interface FileFacts {
  state: PdfSignatureState
  /** Empty unless all signatures are valid. */
  signatures: SignatureFacts[]
  /** What the first signature covers; what was added later is not part of what the expert signed. */
  signedBytes: Buffer
}

const oneLine = (name: string) => name.replaceAll('\n', ', ')

/** Texts as `seal.ts` writes them; those of the first signature are not needed. */
const STATED = /\/Name <feff([0-9a-f]{0,400})> \/Reason <feff([0-9a-f]{0,400})>/g
const textOf = (hex: string | undefined) =>
  Buffer.from(hex ?? '', 'hex')
    .swap16()
    .toString('utf16le')

/** What the signatures of a PDF say, without asking anybody. */
export async function inspectSignatures(pdf: Buffer): Promise<FileFacts> {
  const { state, signatures } = await checkSignatures(pdf)
  const first = signatures[0]?.end ?? pdf.length
  const [, name, reason] = [...pdf.subarray(first).toString('latin1').matchAll(STATED)].at(-1) ?? []
  return {
    state,
    signedBytes: pdf.subarray(0, first),
    signatures: signatures.map(({ role, certificate, timestamp }) => ({
      role,
      name: role === 'seal' ? textOf(name) : '',
      reason: role === 'seal' ? textOf(reason) : '',
      certificate: {
        subject: oneLine(certificate.subject),
        issuer: oneLine(certificate.issuer),
        validTo: certificate.validToDate,
        isSelfIssued: certificate.subject === certificate.issuer,
      },
      timestamp: timestamp && { time: timestamp.time, authority: timestamp.authority },
    })),
  }
}
