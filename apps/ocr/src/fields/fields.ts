import { INVOICE_FIELDS, type FieldSource, type InvoiceField } from '@consilium/contract/recognition.ts'

/** A value found on a page, already normalised. */
export interface FoundValue {
  value: string
  /** 0 to 1. */
  confidence: number
}

export interface ReadField extends FoundValue {
  source: FieldSource
}

export type ExtractedFields = Record<InvoiceField, ReadField | null>

/** One entry for each of the twelve fields. */
export const forEachField = <T>(make: (field: InvoiceField) => T): Record<InvoiceField, T> =>
  Object.fromEntries(INVOICE_FIELDS.map((field) => [field, make(field)])) as Record<InvoiceField, T>

export const noFields = (): ExtractedFields => forEachField(() => null)
