import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import type { InvoiceReading } from '@consilium/contract/invoices/invoice-reading.ts'
import {
  isElectronicKind,
  type InvoiceOriginal,
  type OriginalProblem,
} from '@consilium/contract/invoices/verification.ts'

/** The forms in which electronic invoices are issued. */
const FORMS: ReadonlySet<string> = new Set(['application/pdf', 'application/ofd', 'application/xml'])

export interface StoredOriginal {
  mediaType: string
  sha256: Buffer
}

const SIGNATURE_PROBLEMS = {
  valid: null,
  untrusted: 'ISSUER_UNTRUSTED',
  invalid: 'SIGNATURE_INVALID',
  unsupported: 'SIGNATURE_UNKNOWN',
  none: 'SIGNATURE_MISSING',
} as const

/** Why a file is not the original that the kind of the invoice wants; null if it is, or if the kind wants none. */
export function originalProblemOf(
  invoiceType: string | null,
  mediaType: string | null,
  signature: FileSignature | null | undefined,
): OriginalProblem | null {
  if (!isElectronicKind(invoiceType)) return null
  if (mediaType === null) return 'FILE_MISSING'
  if (!FORMS.has(mediaType)) return 'NOT_ORIGINAL'
  // Only recognition looks at signatures.
  return SIGNATURE_PROBLEMS[signature?.status ?? 'unsupported']
}

/** What an invoice has for an original: an electronic one wants the file that its issuer signed. */
export const originalOf = (
  invoiceType: string | null,
  file: StoredOriginal | null,
  reading: InvoiceReading | null,
): InvoiceOriginal => ({
  isWanted: isElectronicKind(invoiceType),
  problem: originalProblemOf(invoiceType, file?.mediaType ?? null, reading?.signature),
  mediaType: file?.mediaType ?? null,
  sha256: file?.sha256.toString('hex') ?? null,
})
