import {
  INVOICE_FIELDS,
  type FieldBox,
  type FieldSource,
  type InvoiceField,
} from '@consilium/contract/recognition/recognition.ts'
import { confidenceOf, type Span } from './rows.ts'

/** What the QR code says of the invoice. Amounts are in cents. */
export interface Known {
  invoiceType: string | null
  amount: number | null
  total: number | null
}

/** A value that was found on a page, in its normal form. */
export interface FoundValue {
  value: string
  /** 0 to 1. */
  confidence: number
  /** The printed text that it was read from; empty for a conclusion. */
  spans: readonly Span[]
  /** Whether it is a guess from a part of the text, which proves no difference to the QR code. */
  isGuess?: boolean
  /** Whether two printed texts agree on it. */
  isAgreed?: boolean
  /** Whether its characters were changed or added up, so that no check may count it. */
  isDerived?: boolean
  /** Other readings of the same field, which were not chosen. */
  others?: readonly FoundValue[]
  /** Whether the value itself is too doubtful to be answered, so that only people see it as another reading. */
  isRejected?: boolean
}

/** A value with its place on the page. */
export interface ReadField {
  value: string
  confidence: number
  source: FieldSource
  box?: FieldBox | null
  isGuess?: boolean
  isAgreed?: boolean
  others?: readonly ReadField[]
  isRejected?: boolean
}

export type ExtractedFields = Record<InvoiceField, ReadField | null>

/** A value with the confidence of its least certain character; `trust` lowers it. */
export const foundAt = (value: string, spans: readonly Span[], trust = 1): FoundValue => ({
  value,
  confidence: Math.min(1, ...spans.map(confidenceOf)) * trust,
  spans,
})

/** An object with an entry for each of the twelve fields. */
export const forEachField = <T>(make: (field: InvoiceField) => T): Record<InvoiceField, T> =>
  Object.fromEntries(INVOICE_FIELDS.map((field) => [field, make(field)])) as Record<InvoiceField, T>

export const noFields = (): ExtractedFields => forEachField(() => null)

const isAnswer = (read: ReadField | null | undefined): read is ReadField =>
  read !== null && read !== undefined && !read.isRejected

/** The other readings of a field, without those that say the same. */
function othersOf(chosen: ReadField, all: readonly ReadField[]): ReadField[] {
  const known = new Set([chosen.value])
  return all
    .flatMap((read) => [read, ...(read.others ?? [])])
    .filter(({ value }) => !known.has(value) && known.add(value))
}

/** Takes each field from the first reading that has it and keeps what the others say. */
export const firstKnown = (...readings: readonly ExtractedFields[]): ExtractedFields =>
  forEachField((field) => {
    const all = readings.flatMap((reading) => reading[field] ?? [])
    const chosen = all.find(isAnswer) ?? all[0]
    if (!chosen) return null
    const box =
      chosen.box ?? all.find(({ value, box: place }) => place && value === chosen.value)?.box ?? null
    return { ...chosen, box, others: othersOf(chosen, all) }
  })

/** The fields that are certain enough to be answered. */
export const answered = (fields: ExtractedFields): ExtractedFields =>
  forEachField((field) => (isAnswer(fields[field]) ? fields[field] : null))
