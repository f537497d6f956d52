import {
  doubtfulValues,
  type FieldAlternative,
  INVOICE_FIELDS,
  NOT_SIGNED,
  type InvoiceDoubt,
  type InvoiceField,
  type RecognitionChecks,
  type RecognitionError,
  type RecognizedInvoice,
} from '@consilium/contract/recognition/recognition.ts'
import {
  answered,
  type ExtractedFields,
  forEachField,
  type Known,
  noFields,
  type ReadField,
} from './fields/fields.ts'
import { holdsPart } from './fields/name-variants.ts'
import { fromCents, isPlausibleTax, isUsualTax, toCents } from './fields/money.ts'
import { toName } from './fields/plain-text.ts'
import type { SlipReading } from './slips.ts'
import { isTaxIdValid } from './fields/tax-id.ts'
import { pageDoubts, type PageEvidence } from './page-evidence.ts'
import { includesTax, type QrReading } from './qr/qr-payload.ts'

/** These kinds have neither code nor check code, so text that was read as one is something else. */
const WITHOUT_CODE = ['31', '32', '51', '61']
/** Electronic special invoices have either kind, depending on the issuer. */
const ELECTRONIC_SPECIAL = ['08', '20']
/** Ordinary invoices, whose titles differ by words that are easily lost. Toll invoices (14) are printed as electronic ones. */
const ORDINARY = ['04', '10', '11', '14']
/** Some ordinary invoices print only the end of the check code. */
const SHORT_CHECK_CODE = 6
const DERIVED_CONFIDENCE = 0.6

function qrFields({ invoice }: QrReading): ExtractedFields {
  const certain = (value: string | null): ReadField | null =>
    value === null ? null : { value, confidence: 1, source: 'qr' }
  const amountField = includesTax(invoice) ? 'total_amount' : 'amount'
  return {
    ...noFields(),
    invoice_type: certain(invoice.invoiceType),
    invoice_code: certain(invoice.invoiceCode),
    invoice_number: certain(invoice.invoiceNumber),
    issue_date: certain(invoice.issueDate),
    check_code: certain(invoice.checkCode),
    buyer_name: certain(invoice.buyerName ?? null),
    seller_tax_id: certain(invoice.sellerTaxId ?? null),
    [amountField]: certain(invoice.amount),
  }
}

const cents = (fields: ExtractedFields, field: InvoiceField) => toCents(fields[field]?.value)

/** Whether a calculation may rely on the amount: it is from the code, from the file's data, or two printed texts agree on it. */
const isSure = ({ source, isAgreed }: ReadField): boolean =>
  source === 'qr' || source === 'xml' || isAgreed === true

/** Calculates the third amount if the other two were read, and if they are sure or the tax has a usual rate. */
function deriveAmount(fields: ExtractedFields): ExtractedFields {
  const amount = cents(fields, 'amount')
  const tax = cents(fields, 'tax_amount')
  const total = cents(fields, 'total_amount')
  const derived = (one: InvoiceField, other: InvoiceField, value: number, [base, part]: [number, number]) => {
    const [left, right] = [fields[one], fields[other]]
    if (!left || !right) return null
    const isAllowed = isSure(left) && isSure(right) ? isPlausibleTax(base, part) : isUsualTax(base, part)
    if (!isAllowed) return null
    const confidence = Math.min(left.confidence, right.confidence) * DERIVED_CONFIDENCE
    return { value: fromCents(value), confidence, source: 'derived' as const }
  }
  if (amount === null && tax !== null && total !== null)
    return { ...fields, amount: derived('total_amount', 'tax_amount', total - tax, [total - tax, tax]) }
  if (tax === null && amount !== null && total !== null)
    return {
      ...fields,
      tax_amount: derived('total_amount', 'amount', total - amount, [amount, total - amount]),
    }
  if (total === null && amount !== null && tax !== null)
    return { ...fields, total_amount: derived('amount', 'tax_amount', amount + tax, [amount, tax]) }
  return fields
}

const NAMES: readonly InvoiceField[] = ['buyer_name', 'seller_name']

/** Names in one normal form for all sources. */
function withPlainNames(fields: ExtractedFields): ExtractedFields {
  const plain = (read: ReadField | null) => read && { ...read, value: toName(read.value) }
  return { ...fields, buyer_name: plain(fields.buyer_name), seller_name: plain(fields.seller_name) }
}

/** The QR code takes precedence over the text, also where it says that the invoice has no code. */
function merge(qr: ExtractedFields | null, extracted: ExtractedFields | null): ExtractedFields {
  const merged = forEachField((field) => {
    const [inQr, inText] = [qr?.[field], extracted?.[field]]
    return inQr ? { ...inQr, box: inText?.box ?? null } : (inText ?? null)
  })
  const coded = !WITHOUT_CODE.includes(merged.invoice_type?.value ?? '')
  const fields = coded
    ? merged
    : { ...merged, invoice_code: qr?.invoice_code ?? null, check_code: qr?.check_code ?? null }
  return extracted ? deriveAmount(withPlainNames(fields)) : fields
}

/** Whether code and text say the same of a field, or the text says too little of it to tell. */
function agree(field: InvoiceField, inQr: string, { value: inText, isGuess }: ReadField): boolean {
  if (inQr === inText || isGuess) return true
  if (field === 'invoice_type')
    return [ELECTRONIC_SPECIAL, ORDINARY].some((kinds) => kinds.includes(inQr) && kinds.includes(inText))
  if (field === 'check_code' && inText.length === SHORT_CHECK_CODE) return inQr.endsWith(inText)
  return false
}

function findDifferences(qr: ExtractedFields, text: ExtractedFields): RecognitionChecks['differences'] {
  return INVOICE_FIELDS.flatMap((field) => {
    const [inQr, inText] = [qr[field], text[field]]
    if (!inQr || !inText || agree(field, inQr.value, inText)) return []
    return [{ field, qr: inQr.value, text: inText.value }]
  })
}

/** Sums alone may agree by chance, or because a code was pasted on a paper of the same sum. */
const IDENTIFYING: readonly InvoiceField[] = ['invoice_number', 'issue_date', 'check_code']

/** Whether the text says of the number, the check code that belongs to it, or the date what the code says. */
const identifies = (qr: ExtractedFields, text: ExtractedFields): boolean =>
  IDENTIFYING.some((field) => {
    const [inQr, inText] = [qr[field], text[field]]
    return (
      inQr && inText && !(inText.isGuess && inQr.value !== inText.value) && agree(field, inQr.value, inText)
    )
  })

function compare(
  qr: ExtractedFields,
  text: ExtractedFields,
  differences: RecognitionChecks['differences'],
): boolean | null {
  if (differences.length > 0) return false
  return identifies(qr, text) ? true : null
}

const isDerived = (fields: ExtractedFields, field: InvoiceField): boolean =>
  fields[field]?.source === 'derived'
const AMOUNTS: readonly InvoiceField[] = ['amount', 'tax_amount', 'total_amount']

function addUp(fields: ExtractedFields): boolean | null {
  if (AMOUNTS.some((field) => isDerived(fields, field))) return null
  const amount = cents(fields, 'amount')
  const tax = cents(fields, 'tax_amount')
  const total = cents(fields, 'total_amount')
  return amount === null || tax === null || total === null ? null : amount + tax === total
}

const checkTaxId = (fields: ExtractedFields, field: 'buyer_tax_id' | 'seller_tax_id'): boolean | null =>
  isDerived(fields, field) ? null : isTaxIdValid(fields[field]?.value ?? null)

function check(
  fields: ExtractedFields,
  qr: ExtractedFields | null,
  text: ExtractedFields | null,
): RecognitionChecks {
  const differences = qr && text ? findDifferences(qr, text) : []
  return {
    amounts_add_up: addUp(fields),
    qr_matches_text: qr && text ? compare(qr, text, differences) : null,
    differences,
    buyer_tax_id_valid: checkTaxId(fields, 'buyer_tax_id'),
    seller_tax_id_valid: checkTaxId(fields, 'seller_tax_id'),
  }
}

/** What other sources say of the fields, and the readings that were too doubtful to be answered. */
function findAlternatives(fields: ExtractedFields, extracted: ExtractedFields | null): FieldAlternative[] {
  return INVOICE_FIELDS.flatMap((field) => {
    const read = extracted?.[field]
    const known = new Set([fields[field]?.value])
    return [...(read ? [read] : []), ...(read?.others ?? [])].flatMap((other): FieldAlternative[] => {
      const { confidence, source, box = null } = other
      const value = NAMES.includes(field) ? toName(other.value) : other.value
      if (known.has(value) || agree(field, fields[field]?.value ?? '', other)) return []
      known.add(value)
      return [{ field, value, confidence, source, box }]
    })
  })
}

type Heading = Pick<RecognizedInvoice, 'is_invoice' | 'from_qr' | 'qr_raw' | 'qr_error' | 'error_code'>

const assemble = (
  heading: Heading,
  fields: ExtractedFields,
  checks: RecognitionChecks,
  alternatives: FieldAlternative[] = [],
): RecognizedInvoice => ({
  ...heading,
  ...forEachField((field) => fields[field]?.value ?? null),
  confidence: forEachField((field) => fields[field]?.confidence ?? null),
  source: forEachField((field) => fields[field]?.source ?? null),
  boxes: forEachField((field) => fields[field]?.box ?? null),
  alternatives,
  checks,
  signature: NOT_SIGNED,
  doubts: [],
  draft: false,
  draft_kind: null,
  currency: null,
})

/** The result for an invoice, from the fields of its code, of its text, or of both. */
export function fuse(
  reading: QrReading | null,
  extracted: ExtractedFields | null,
  evidence: PageEvidence | null = null,
): RecognizedInvoice {
  const qr = reading && qrFields(reading)
  const text = extracted && answered(extracted)
  const fields = merge(qr, text)
  const heading = {
    is_invoice: true,
    from_qr: reading !== null,
    qr_raw: reading?.raw ?? null,
    qr_error: null,
    error_code: null,
  }
  const answer = assemble(heading, fields, check(fields, qr, text), findAlternatives(fields, extracted))
  return extracted ? { ...answer, doubts: doubtsOf(answer, reading, extracted, evidence) } : answer
}

/** Whether another text of the page gives a name with another character. */
const hasVariant = (field: InvoiceField, { alternatives }: RecognizedInvoice): boolean =>
  alternatives.some((other) => other.field === field)

function doubtsOf(
  answer: RecognizedInvoice,
  reading: QrReading | null,
  extracted: ExtractedFields,
  evidence: PageEvidence | null,
): InvoiceDoubt[] {
  return [
    ...doubtfulValues((field) => answer[field]),
    ...(reading ? pageDoubts(reading.invoice.invoiceNumber, extracted, evidence) : []),
    ...NAMES.filter((field) => hasVariant(field, answer) || holdsPart(answer[field])).map(
      (field): InvoiceDoubt => ({
        field,
        reason: 'NAME_UNCERTAIN',
      }),
    ),
  ]
}

/** A page that proves no invoice, with what a person may want to confirm of it. */
export const withDraft = (
  result: RecognizedInvoice,
  { kind, currency, fields }: SlipReading,
): RecognizedInvoice => {
  const { is_invoice, from_qr, qr_raw, qr_error, error_code } = result
  const heading = { is_invoice, from_qr, qr_raw, qr_error, error_code }
  const read = assemble(heading, fields, check(fields, null, null))
  return { ...read, signature: result.signature, draft: true, draft_kind: kind, currency }
}

/** What the QR code says of amounts, in cents, for the reading of the text. */
export function knownFrom(reading: QrReading): Known {
  const { invoice_type, amount, total_amount } = qrFields(reading)
  return {
    invoiceType: invoice_type?.value ?? null,
    amount: toCents(amount?.value),
    total: toCents(total_amount?.value),
  }
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
