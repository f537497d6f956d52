import type { FileSignature, RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'
import type { Document, Page } from './documents/document.ts'
import type { ExtractedFields } from './fields/fields.ts'
import { recognizePage, type RecognizeText } from './recognize-page.ts'
import { fuse, notAnInvoice } from './result.ts'
import { step } from './steps.ts'

const hasNumber = (fields: ExtractedFields | null): fields is ExtractedFields =>
  fields !== null && fields.invoice_number !== null && (fields.total_amount ?? fields.amount) !== null

/** Invoice data have no page that could show a code. Their signature takes its place; anyone can write data without one. */
function recognizeData(fields: ExtractedFields | null, { status }: FileSignature): RecognizedInvoice {
  if (status === 'none') return notAnInvoice('SIGNATURE_MISSING')
  if (status === 'invalid') return notAnInvoice('SIGNATURE_INVALID')
  return hasNumber(fields) ? fuse(null, fields) : notAnInvoice('FORMAT_UNSUPPORTED')
}

/** Where a signature takes the place of the code, one that proves nothing is doubted. */
function withSignature(result: RecognizedInvoice, signature: FileSignature): RecognizedInvoice {
  const isDoubted = result.is_invoice && signature.status !== 'valid'
  const doubts = isDoubted ? [...result.doubts, { field: null, reason: 'SIGNER' } as const] : result.doubts
  return { ...result, doubts, signature }
}

/**
 * Recognizes a page and says whether the signature of its file holds. Where no code is found, a signature over invoice data in the
 * file proves as much as a code does, if its issuer is trusted; otherwise somebody must look at it.
 */
export async function recognizeSigned(
  document: Document,
  page: Page,
  full: boolean,
  recognize: RecognizeText,
  onPartial: (partial: RecognizedInvoice) => void,
): Promise<RecognizedInvoice> {
  const signature = await step('signature', () => document.signature())
  if (document.isData) return withSignature(recognizeData(page.fields, signature), signature)
  const signed = (partial: RecognizedInvoice) => onPartial({ ...partial, signature })
  const result = await recognizePage(page, full, recognize, signed)
  const isSigned = signature.status === 'valid' || signature.status === 'untrusted'
  const isProven = result.error_code === 'NO_QR' && isSigned && hasNumber(page.fields)
  return isProven ? withSignature(fuse(null, page.fields), signature) : { ...result, signature }
}
