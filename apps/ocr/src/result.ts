import {
  INVOICE_FIELDS,
  type InvoiceField,
  type RecognitionChecks,
  type RecognitionError,
  type RecognizedInvoice,
} from '@consilium/contract/recognition.ts'
import { type ExtractedFields, forEachField, noFields, type ReadField } from './fields/fields.ts'
import { fromCents, toCents } from './fields/money.ts'
import { toName } from './fields/plain-text.ts'
import { isTaxIdValid } from './fields/tax-id.ts'
import { amountIncludesTax, type QrReading } from './qr-payload.ts'

/** These kinds have neither code nor check code, so text that was read as one is something else. */
const WITHOUT_CODE = ['31', '32', '51', '61']
/** Both are used for electronic special invoices, depending on the issuer. */
const ELECTRONIC_SPECIAL = ['08', '20']
/** A toll invoice (14) is printed as an electronic ordinary invoice (10). */
const TOLL = ['10', '14']
const DERIVED_CONFIDENCE = 0.9

function qrFields({ invoice }: QrReading): ExtractedFields {
  const certain = (value: string | null): ReadField | null =>
    value === null ? null : { value, confidence: 1, source: 'qr' }
  const amountField = amountIncludesTax(invoice.invoiceType) ? 'total_amount' : 'amount'
  return {
    ...noFields(),
    invoice_type: certain(invoice.invoiceType),
    invoice_code: certain(invoice.invoiceCode),
    invoice_number: certain(invoice.invoiceNumber),
    issue_date: certain(invoice.issueDate),
    check_code: certain(invoice.checkCode),
    [amountField]: certain(invoice.amount),
  }
}

const cents = (fields: ExtractedFields, field: InvoiceField) => toCents(fields[field]?.value)

/** Calculates the third amount if the other two were read. */
function deriveAmount(fields: ExtractedFields): ExtractedFields {
  const amount = cents(fields, 'amount')
  const tax = cents(fields, 'tax_amount')
  const total = cents(fields, 'total_amount')
  const derived = (one: InvoiceField, other: InvoiceField, value: number): ReadField | null => {
    const [left, right] = [fields[one], fields[other]]
    if (!left || !right) return null
    const confidence = Math.min(left.confidence, right.confidence) * DERIVED_CONFIDENCE
    return { value: fromCents(value), confidence, source: left.source === 'qr' ? right.source : left.source }
  }
  if (amount === null && tax !== null && total !== null)
    return { ...fields, amount: derived('total_amount', 'tax_amount', total - tax) }
  if (tax === null && amount !== null && total !== null)
    return { ...fields, tax_amount: derived('total_amount', 'amount', total - amount) }
  if (total === null && amount !== null && tax !== null)
    return { ...fields, total_amount: derived('amount', 'tax_amount', amount + tax) }
  return fields
}

/** Names in one normal form for all sources. */
function withPlainNames(fields: ExtractedFields): ExtractedFields {
  const plain = (read: ReadField | null) => read && { ...read, value: toName(read.value) }
  return { ...fields, buyer_name: plain(fields.buyer_name), seller_name: plain(fields.seller_name) }
}

/** The QR code takes precedence over the text, also where it says that the invoice has no code. */
function merge(qr: ExtractedFields | null, extracted: ExtractedFields | null): ExtractedFields {
  const merged = forEachField((field) => qr?.[field] ?? extracted?.[field] ?? null)
  const coded = !WITHOUT_CODE.includes(merged.invoice_type?.value ?? '')
  const fields = coded
    ? merged
    : { ...merged, invoice_code: qr?.invoice_code ?? null, check_code: qr?.check_code ?? null }
  return extracted ? deriveAmount(withPlainNames(fields)) : fields
}

const sameKind = (one: string, other: string): boolean =>
  [ELECTRONIC_SPECIAL, TOLL].some((kinds) => kinds.includes(one) && kinds.includes(other))

function findDifferences(qr: ExtractedFields, text: ExtractedFields): RecognitionChecks['differences'] {
  return INVOICE_FIELDS.flatMap((field) => {
    const [inQr, inText] = [qr[field]?.value, text[field]?.value]
    if (inQr === undefined || inText === undefined || inQr === inText) return []
    if (field === 'invoice_type' && sameKind(inQr, inText)) return []
    return [{ field, qr: inQr, text: inText }]
  })
}

/** Whether a field was read both from the code and from the text. */
const comparable = (qr: ExtractedFields, text: ExtractedFields): boolean =>
  INVOICE_FIELDS.some((field) => qr[field] && text[field])

function addUp(fields: ExtractedFields): boolean | null {
  const amount = cents(fields, 'amount')
  const tax = cents(fields, 'tax_amount')
  const total = cents(fields, 'total_amount')
  return amount === null || tax === null || total === null ? null : amount + tax === total
}

function check(
  fields: ExtractedFields,
  qr: ExtractedFields | null,
  text: ExtractedFields | null,
): RecognitionChecks {
  const differences = qr && text ? findDifferences(qr, text) : []
  return {
    amounts_add_up: addUp(fields),
    qr_matches_text: qr && text && comparable(qr, text) ? differences.length === 0 : null,
    differences,
    buyer_tax_id_valid: isTaxIdValid(fields.buyer_tax_id?.value ?? null),
    seller_tax_id_valid: isTaxIdValid(fields.seller_tax_id?.value ?? null),
  }
}

type Heading = Pick<RecognizedInvoice, 'is_invoice' | 'from_qr' | 'qr_raw' | 'qr_error' | 'error_code'>

const assemble = (
  heading: Heading,
  fields: ExtractedFields,
  checks: RecognitionChecks,
): RecognizedInvoice => ({
  ...heading,
  ...forEachField((field) => fields[field]?.value ?? null),
  confidence: forEachField((field) => fields[field]?.confidence ?? null),
  source: forEachField((field) => fields[field]?.source ?? null),
  checks,
})

/** The result for an invoice, from the fields of its code, of its text, or of both. */
export function fuse(reading: QrReading | null, extracted: ExtractedFields | null): RecognizedInvoice {
  const qr = reading && qrFields(reading)
  const fields = merge(qr, extracted)
  const heading = {
    is_invoice: true,
    from_qr: reading !== null,
    qr_raw: reading?.raw ?? null,
    qr_error: null,
    error_code: null,
  }
  return assemble(heading, fields, check(fields, qr, extracted))
}

/** The result for a page that is not an invoice or whose recognition ended early. */
export function notAnInvoice(
  error: RecognitionError,
  qr: { qr_raw?: string | null; qr_error?: string | null } = {},
): RecognizedInvoice {
  const { qr_raw = null, qr_error = null } = qr
  const heading = { is_invoice: false, from_qr: false, qr_raw, qr_error, error_code: error }
  return assemble(heading, noFields(), check(noFields(), null, null))
}
