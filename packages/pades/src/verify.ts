import { X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData } from 'pkijs'
import { isChain, isOwnLayout, sha256, signingCertificateHash } from './cms.ts'
import { signaturesOf, type PdfSignature } from './pdf-signatures.ts'
import { revisionsOf, type Revision } from './revisions.ts'
import {
  certificatesOf,
  checkToken,
  derOf,
  signerOf,
  tokenOf,
  signatureValue,
  type Timestamp,
} from './timestamp.ts'
import { ANY_AUTHORITY, type TimestampTrust } from './timestamp-trust.ts'
import { warrantIn } from './warrant.ts'
import { updateKind, type UpdateKind } from './update-check.ts'

export type PdfSignatureState = 'valid' | 'broken' | 'unsigned'

/** One signature that fits its bytes and the certificate that it brings along. */
export interface ValidSignature {
  /** `seal` if it stands in the field of the payer's seal. */
  role: 'document' | 'seal'
  certificate: X509Certificate
  timestamp: Timestamp | null
  /** When it was made, by its own word. */
  statedTime: Date | null
  /** What somebody stated about the certificate of a seal, and the certificate of that signer. */
  warrant: { statement: Buffer; certificate: X509Certificate } | null
  end: number
}

/** The certificate is the one that the signature names in what it signs, so that no other of the same key can replace it. */
async function certificateOf({
  envelope,
  signed,
}: Pick<PdfSignature, 'envelope' | 'signed'>): Promise<X509Certificate | null> {
  const data = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(envelope)).content })
  const signer = signerOf(data)
  if (data.signerInfos.length !== 1 || !signer) return null
  const der = derOf(signer)
  if (!signingCertificateHash(data)?.equals(sha256(der))) return null
  if (!isOwnLayout(envelope, data) || !isChain(certificatesOf(data))) return null
  const isValid = await data.verify({ signer: 0, data: new Uint8Array(signed).buffer })
  return isValid ? new X509Certificate(der) : null
}

/** A warrant whose signature does not fit counts for nothing, whoever wrote it into the seal. */
async function warrantOf(signature: PdfSignature): Promise<ValidSignature['warrant']> {
  const found = warrantIn(signature.signed)
  const certificate =
    found && (await certificateOf({ envelope: found.signature, signed: found.statement }).catch(() => null))
  return certificate && { statement: found.statement, certificate }
}

async function checkSignature(
  signature: PdfSignature,
  role: ValidSignature['role'],
  trust: TimestampTrust,
): Promise<ValidSignature | null> {
  try {
    const certificate = await certificateOf(signature)
    if (!certificate || signature.padding.some((byte) => byte !== 0)) return null
    const token = tokenOf(signature.envelope)
    const timestamp = token && (await checkToken(token, signatureValue(signature.envelope), { trust }))
    const { statedTime, end } = signature
    const warrant = role === 'seal' ? await warrantOf(signature) : null
    return { role, certificate, timestamp, statedTime, warrant, end }
  } catch {
    return null
  }
}

/** What each revision after the first does; null if one does anything but add a seal or proof. */
function updatesOf(pdf: Buffer, revisions: readonly Revision[]): { kind: UpdateKind; end: number }[] | null {
  const updates: { kind: UpdateKind; end: number }[] = []
  for (let count = 2; count <= revisions.length; count++) {
    const kind = updateKind(pdf, revisions.slice(0, count))
    if (!kind) return null
    updates.push({ kind, end: revisions[count - 1]?.end ?? 0 })
  }
  return updates
}

/** Each signature covers its revision as a whole: the first one the first, the next one that of the seal. */
function rolesOf(pdf: Buffer, found: readonly PdfSignature[]): ValidSignature['role'][] | null {
  if (found.length === 1 && found[0]?.end === pdf.length) return ['document']
  const revisions = revisionsOf(pdf)
  const updates = revisions && updatesOf(pdf, revisions)
  if (!updates) return null
  const seals = updates.filter(({ kind }) => kind === 'seal')
  const ends = [revisions[0]?.end, ...seals.map(({ end }) => end)]
  const isCovered = ends.length === found.length && found.every(({ end }, index) => end === ends[index])
  return isCovered && seals.length <= 1
    ? (['document', 'seal'].slice(0, found.length) as ValidSignature['role'][])
    : null
}

/**
 * The signatures of a PDF, the expert's first, if all of them fit their bytes and nothing but a seal and proof of
 * certificates was added after the first. Whether their certificates are to be trusted is for the reader.
 */
export async function checkSignatures(
  pdf: Buffer,
  trust: TimestampTrust = ANY_AUTHORITY,
): Promise<{ state: PdfSignatureState; signatures: ValidSignature[] }> {
  const found = signaturesOf(pdf)
  if (found.length === 0) return { state: 'unsigned', signatures: [] }
  const readable = found.filter((signature) => signature !== null)
  const roles = readable.length === found.length ? rolesOf(pdf, readable) : null
  const checked = roles
    ? await Promise.all(
        readable.map((signature, index) => checkSignature(signature, roles[index] ?? 'document', trust)),
      )
    : []
  const signatures = checked.filter((signature) => signature !== null)
  const isValid = signatures.length === found.length
  return isValid ? { state: 'valid', signatures } : { state: 'broken', signatures: [] }
}

export const verifyPdfSignature = async (pdf: Buffer): Promise<PdfSignatureState> =>
  (await checkSignatures(pdf)).state
