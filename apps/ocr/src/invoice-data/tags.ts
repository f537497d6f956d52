import type { InvoiceField } from '@consilium/contract/recognition/recognition.ts'
import { calendarDate } from '../fields/calendar-date.ts'
import { type ExtractedFields, forEachField } from '../fields/fields.ts'
import { normalizeAmount } from '../fields/money.ts'
import { findFirst, type XmlElement } from '../ofd/xml.ts'

/** The element that holds each field; the first one that is there counts. */
export type Tags = Readonly<Partial<Record<InvoiceField, readonly string[]>>>

const DATE = /(\d{4})\D{0,2}(\d{1,2})\D{0,2}(\d{1,2})(?!\d)/
const CERTAIN = 1

const toDate = (text: string): string | null => {
  const [, year, month = '', day = ''] = DATE.exec(text) ?? []
  return calendarDate(year, month.padStart(2, '0'), day.padStart(2, '0'))
}

const toAmount = (text: string): string | null => normalizeAmount(text.replace(/[¥￥,\s]/g, ''))

const digits = (text: string): string | null => {
  const plain = text.replace(/\s/g, '')
  return /^\d+$/.test(plain) ? plain : null
}

const taxId = (text: string): string => text.replace(/\s/g, '').toUpperCase()

const NORMALIZE: Readonly<Partial<Record<InvoiceField, (text: string) => string | null>>> = {
  invoice_code: digits,
  invoice_number: digits,
  check_code: digits,
  issue_date: toDate,
  amount: toAmount,
  tax_amount: toAmount,
  total_amount: toAmount,
  buyer_tax_id: taxId,
  seller_tax_id: taxId,
}

/** The fields of a file's invoice data in their normal form. */
export function readTags(data: XmlElement, tags: Tags): ExtractedFields {
  const textOf = (name: string) => findFirst(data, name)?.text.normalize('NFKC').trim() ?? ''
  return forEachField((field) => {
    const text = (tags[field] ?? []).map(textOf).find((found) => found !== '') ?? ''
    const normalize = NORMALIZE[field]
    const value = normalize ? normalize(text) : text
    return value ? { value, confidence: CERTAIN, source: 'xml' } : null
  })
}
