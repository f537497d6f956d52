import type { InvoiceField } from '@consilium/contract/recognition/recognition.ts'
import { calendarDate } from '../fields/calendar-date.ts'
import { type ExtractedFields, forEachField } from '../fields/fields.ts'
import { normalizeAmount } from '../fields/money.ts'
import { findAll, findFirst, type XmlElement } from './xml.ts'

/** Element names of the State Taxation Administration, the same in `original_invoice.xml` and in custom tags. */
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
const CERTAIN = 1

const toDate = (text: string): string | null => {
  const [, year, month, day] = DATE.exec(text) ?? []
  return calendarDate(year, month, day)
}

const toAmount = (text: string): string | null => normalizeAmount(text.replace(/[¥￥,\s]/g, ''))

const digits = (text: string): string | null => {
  const plain = text.replace(/\s/g, '')
  return /^\d+$/.test(plain) ? plain : null
}

const NORMALIZE: Readonly<Partial<Record<InvoiceField, (text: string) => string | null>>> = {
  invoice_code: digits,
  invoice_number: digits,
  check_code: digits,
  issue_date: toDate,
  amount: toAmount,
  tax_amount: toAmount,
  total_amount: toAmount,
  buyer_tax_id: (text) => text.replace(/\s/g, '').toUpperCase(),
  seller_tax_id: (text) => text.replace(/\s/g, '').toUpperCase(),
}

function toFields(source: 'xml' | 'layer', valueOf: (tag: string) => string | undefined): ExtractedFields {
  return forEachField((field) => {
    const tag = TAGS[field]
    const text = tag === undefined ? '' : (valueOf(tag) ?? '').normalize('NFKC').trim()
    const value = text === '' ? null : (NORMALIZE[field]?.(text) ?? (NORMALIZE[field] ? null : text))
    return value ? { value, confidence: CERTAIN, source } : null
  })
}

/** Fields from `original_invoice.xml`, the invoice data of the tax office. */
export const fieldsOfOriginal = (original: XmlElement): ExtractedFields =>
  toFields('xml', (tag) => findFirst(original, tag)?.text)

/** Fields from custom tags, which refer to the text objects that show a field; `textOf` returns the text of one. */
export const fieldsOfTags = (
  tags: XmlElement,
  textOf: (objectId: string) => string | undefined,
): ExtractedFields =>
  toFields('layer', (tag) => {
    const element = findFirst(tags, tag)
    if (!element) return undefined
    return findAll(element, 'ObjectRef')
      .map(({ text }) => textOf(text.trim()) ?? '')
      .join('')
  })
