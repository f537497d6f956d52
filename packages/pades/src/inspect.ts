import type { X509Certificate } from 'node:crypto'
import { sha256 } from './cms.ts'
import type { Timestamp } from './timestamp.ts'
import type { TimestampTrust } from './timestamp-trust.ts'
import { checkSignatures, type PdfSignatureState, type ValidSignature } from './verify.ts'

export interface CertificateFacts {
  subject: string
  issuer: string
  validFrom: Date
  validTo: Date
  isSelfIssued: boolean
  /** SHA-256 in hexadecimal digits. */
  fingerprint: string
}

export interface SignatureFacts {
  /** Whose signature it is by its place in the document: the expert's agreement, or the payer's seal. */
  role: 'document' | 'seal'
  certificate: CertificateFacts
  /** What a timestamp authority stated; with a flaw it proves nothing. */
  timestamp: (Pick<Timestamp, 'time' | 'authority' | 'flaw' | 'isVerified'> & { fingerprint: string }) | null
  /** When it was made: by a timestamp that proves it, otherwise by its own word. */
  time: Date | null
  /** Its certificate was not valid at that time. */
  isOutdated: boolean
  /** What somebody stated about the certificate of a seal. */
  warrant: { statement: Buffer; fingerprint: string } | null
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

const fingerprintOf = (der: Uint8Array) => sha256(der).toString('hex')

const certificateFacts = (certificate: X509Certificate): CertificateFacts => ({
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  validFrom: certificate.validFromDate,
  validTo: certificate.validToDate,
  isSelfIssued: certificate.subject === certificate.issuer,
  fingerprint: fingerprintOf(certificate.raw),
})

const stampFacts = ({ time, authority, flaw, isVerified, certificates }: Timestamp) => ({
  time,
  authority,
  flaw,
  isVerified,
  fingerprint: fingerprintOf(certificates[0]),
})

function timeFacts({ certificate, timestamp, statedTime }: ValidSignature) {
  const time = timestamp?.isVerified ? timestamp.time : statedTime
  const isOutdated = time !== null && (time < certificate.validFromDate || time > certificate.validToDate)
  return { time, isOutdated }
}

/** What the signatures of a PDF say, without asking anybody. */
export async function inspectSignatures(pdf: Buffer, trust?: TimestampTrust): Promise<FileFacts> {
  const { state, signatures } = await checkSignatures(pdf, trust)
  const first = signatures[0]?.end ?? pdf.length
  const [, name, reason] = [...pdf.subarray(first).toString('latin1').matchAll(STATED)].at(-1) ?? []
  return {
    state,
    signedBytes: pdf.subarray(0, first),
    signatures: signatures.map((signature) => ({
      role: signature.role,
      name: signature.role === 'seal' ? textOf(name) : '',
      reason: signature.role === 'seal' ? textOf(reason) : '',
      certificate: certificateFacts(signature.certificate),
      timestamp: signature.timestamp && stampFacts(signature.timestamp),
      ...timeFacts(signature),
      warrant: signature.warrant && {
        statement: signature.warrant.statement,
        fingerprint: fingerprintOf(signature.warrant.certificate.raw),
      },
    })),
  }
}
