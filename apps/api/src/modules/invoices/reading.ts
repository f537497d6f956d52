import {
  INVOICE_READ_FIELD_OF,
  INVOICE_READ_FIELDS,
  type InvoiceReadField,
  type InvoiceReading,
} from '@consilium/contract/invoices/invoice-reading.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import {
  INVOICE_FIELDS,
  type InvoiceField,
  type RecognizedInvoice,
} from '@consilium/contract/recognition/recognition.ts'

const accepted = materialRoutes.meetingInvoice.create.body.shape

/** Removes what PostgreSQL text cannot store: NUL (a QR code may end with it) and lone surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
const storableOrNull = (text: string | null) => (text === null ? null : storable(text))

/** Renames the recognition service's fields to those of the API. */
const renamed = <T>(fields: Record<InvoiceField, T>) =>
  Object.fromEntries(INVOICE_FIELDS.map((field) => [INVOICE_READ_FIELD_OF[field], fields[field]])) as Record<
    InvoiceReadField,
    T
  >

const mapped = <T, U>(fields: Record<InvoiceReadField, T>, change: (value: T) => U) =>
  Object.fromEntries(INVOICE_READ_FIELDS.map((name) => [name, change(fields[name])])) as Record<
    InvoiceReadField,
    U
  >

/** The position of a page in a submitted file. */
export interface Place {
  /** The path in the archive, or null if the file was not submitted in an archive. */
  file: string | null
  page: number
  /** All pages of the invoice. */
  pages: number[]
}

/** Translates the recognition service's answer to the API's form. */
export function readingOf(read: RecognizedInvoice, { file, page, pages }: Place): InvoiceReading {
  const { checks } = read
  return {
    file: storableOrNull(file),
    page,
    qrRaw: storableOrNull(read.qr_raw),
    fields: mapped(renamed(read), storableOrNull),
    confidence: renamed(read.confidence),
    source: renamed(read.source),
    boxes: renamed(read.boxes),
    alternatives: read.alternatives.map(({ field, value, ...other }) => ({
      ...other,
      field: INVOICE_READ_FIELD_OF[field],
      value: storable(value),
    })),
    pages,
    doubts: read.doubts.map(({ field, reason }) => ({
      field: field && INVOICE_READ_FIELD_OF[field],
      reason,
    })),
    signature: { ...read.signature, signer: storableOrNull(read.signature.signer) },
    checks: {
      amountsAddUp: checks.amounts_add_up,
      qrMatchesText: checks.qr_matches_text,
      buyerTaxIdValid: checks.buyer_tax_id_valid,
      sellerTaxIdValid: checks.seller_tax_id_valid,
      differences: checks.differences.map(({ field, qr, text }) => ({
        field: INVOICE_READ_FIELD_OF[field],
        qr: storable(qr),
        text: storable(text),
      })),
    },
  }
}

export type InvoiceValues = Pick<MeetingInvoice, InvoiceReadField>

/** The type of invoices whose code is unknown. */
const OTHER: InvoiceValues['invoiceType'] = 'other'
const CENTS = 2

function typeOf(read: string | null): InvoiceValues['invoiceType'] {
  const known = accepted.invoiceType.safeParse(read)
  return known.success ? (known.data ?? null) : OTHER
}

/** Returns null for a value that the contract would refuse if a user entered it. */
function textOf(field: Exclude<InvoiceReadField, 'invoiceType'>, read: string | null): string | null {
  const value = accepted[field].safeParse(read)
  return value.success ? (value.data ?? null) : null
}

function amountOf(field: 'amount' | 'taxAmount' | 'totalAmount', read: string | null): string | null {
  const value = textOf(field, read)
  if (value === null) return null
  const [whole = '0', cents = ''] = value.split('.')
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${cents.padEnd(CENTS, '0')}`
}

/** The values that a record takes from a reading. */
export function valuesOf({ fields }: InvoiceReading): InvoiceValues {
  return {
    invoiceType: typeOf(fields.invoiceType),
    invoiceCode: textOf('invoiceCode', fields.invoiceCode),
    invoiceNumber: textOf('invoiceNumber', fields.invoiceNumber),
    issueDate: textOf('issueDate', fields.issueDate),
    checkCode: textOf('checkCode', fields.checkCode),
    buyerName: textOf('buyerName', fields.buyerName),
    buyerTaxId: textOf('buyerTaxId', fields.buyerTaxId),
    sellerName: textOf('sellerName', fields.sellerName),
    sellerTaxId: textOf('sellerTaxId', fields.sellerTaxId),
    amount: amountOf('amount', fields.amount),
    taxAmount: amountOf('taxAmount', fields.taxAmount),
    totalAmount: amountOf('totalAmount', fields.totalAmount),
  }
}

/** The fields whose values a user has changed since the reading. */
export function correctedFields(values: InvoiceValues, reading: InvoiceReading | null): InvoiceReadField[] {
  if (reading === null) return []
  const taken = valuesOf(reading)
  return INVOICE_READ_FIELDS.filter((field) => values[field] !== taken[field])
}
