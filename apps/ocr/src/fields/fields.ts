import { INVOICE_FIELDS, type FieldSource, type InvoiceField } from '@consilium/contract/recognition.ts'

/** A value that was found on a page, in its normal form. */
export interface FoundValue {
  value: string
  /** 0 to 1. */
  confidence: number
}

export interface ReadField extends FoundValue {
  source: FieldSource
}

export type ExtractedFields = Record<InvoiceField, ReadField | null>

/** An object with an entry for each of the twelve fields. */
export const forEachField = <T>(make: (field: InvoiceField) => T): Record<InvoiceField, T> =>
  Object.fromEntries(INVOICE_FIELDS.map((field) => [field, make(field)])) as Record<InvoiceField, T>

export const noFields = (): ExtractedFields => forEachField(() => null)

/** Takes each field from the first reading that has it. */
export const firstKnown = (...readings: readonly ExtractedFields[]): ExtractedFields =>
  forEachField((field) => readings.find((reading) => reading[field])?.[field] ?? null)
