import type { InvoiceField } from '@consilium/contract/recognition.ts'
import { type ExtractedFields, forEachField, noFields } from './fields/fields.ts'
import { findAll, findFirst, type XmlElement } from './ofd-xml.ts'

/** Names of the State Taxation Administration's invoice data, in `original_invoice.xml` and in custom tags alike. */
const TAGS: Readonly<Partial<Record<InvoiceField, string>>> = {
  invoice_code: 'InvoiceCode',
  invoice_number: 'InvoiceNo',
  issue_date: 'IssueDate',
  check_code: 'InvoiceCheckCode',
  buyer_name: 'BuyerName',
  buyer_tax_id: 'BuyerTaxID',
  seller_name: 'SellerName',
  seller_tax_id: 'SellerTaxID',
  amount: 'TaxExclusiveTotalAmount',
  tax_amount: 'TaxTotalAmount',
  total_amount: 'TaxInclusiveTotalAmount',
}

const DATE = /(\d{4})\D{0,2}(\d{1,2})\D{0,2}(\d{1,2})(?!\d)/
const AMOUNT = /^-?\d{1,12}(?:\.\d{1,2})?$/
const CENTS = 2
const CERTAIN = 1

function normalizeDate(text: string): string | null {
  const [, year, month = '', day = ''] = DATE.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

function normalizeAmount(text: string): string | null {
  const plain = text.replace(/[¥￥,\s]/g, '')
  if (!AMOUNT.test(plain)) return null
  const [whole = '', cents = ''] = plain.split('.')
  return `${whole}.${cents.padEnd(CENTS, '0')}`
}

const digits = (text: string): string | null => {
  const plain = text.replace(/\s/g, '')
  return /^\d+$/.test(plain) ? plain : null
}

const NORMALIZE: Readonly<Partial<Record<InvoiceField, (text: string) => string | null>>> = {
  invoice_code: digits,
  invoice_number: digits,
  check_code: digits,
  issue_date: normalizeDate,
  amount: normalizeAmount,
  tax_amount: normalizeAmount,
  total_amount: normalizeAmount,
  buyer_tax_id: (text) => text.replace(/\s/g, '').toUpperCase(),
  seller_tax_id: (text) => text.replace(/\s/g, '').toUpperCase(),
}

function toFields(valueOf: (tag: string) => string | undefined): ExtractedFields {
  return forEachField((field) => {
    const tag = TAGS[field]
    const text = tag === undefined ? '' : (valueOf(tag) ?? '').normalize('NFKC').trim()
    const value = text === '' ? null : (NORMALIZE[field]?.(text) ?? (NORMALIZE[field] ? null : text))
    return value ? { value, confidence: CERTAIN, source: 'layer' } : null
  })
}

/** The data that the tax office's own file carries. */
export const fieldsOfOriginal = (original: XmlElement): ExtractedFields =>
  toFields((tag) => findFirst(original, tag)?.text)

/** Custom tags name the text objects that show a field; `textOf` gives the text of one. */
export const fieldsOfTags = (
  tags: XmlElement,
  textOf: (objectId: string) => string | undefined,
): ExtractedFields =>
  toFields((tag) => {
    const element = findFirst(tags, tag)
    if (!element) return undefined
    return findAll(element, 'ObjectRef')
      .map(({ text }) => textOf(text.trim()) ?? '')
      .join('')
  })

/** What the first knows, and for the rest what those after it do. */
export function firstKnown(...readings: readonly ExtractedFields[]): ExtractedFields {
  return readings.reduce((known, more) => forEachField((field) => known[field] ?? more[field]), noFields())
}
