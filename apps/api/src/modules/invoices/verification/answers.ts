import {
  INVOICE_READ_FIELDS,
  type InvoiceReadField,
  type InvoiceReading,
} from '@consilium/contract/invoices/invoice-reading.ts'
import type { AuthorityFields } from '../../../infra/invoice-verifier.ts'
import { plainName } from '../buyer-name.ts'
import { valuesOf, type InvoiceValues } from '../reading.ts'

const NAMES: ReadonlySet<InvoiceReadField> = new Set(['buyerName', 'sellerName'])
const CODES: ReadonlySet<InvoiceReadField> = new Set([
  'buyerTaxId',
  'sellerTaxId',
  'invoiceCode',
  'invoiceNumber',
])

/** Whether two values of a field say the same: names however they are printed, codes whatever their case. */
export function isSame(field: InvoiceReadField, one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other
  if (NAMES.has(field)) return plainName(one) === plainName(other)
  return CODES.has(field) ? one.toUpperCase() === other.toUpperCase() : one === other
}

/** The fields that the authority gives, each with its value. */
const given = (authority: AuthorityFields | null) =>
  INVOICE_READ_FIELDS.flatMap((field) => {
    const value = authority?.[field]
    return value === undefined ? [] : [{ field, value }]
  })

/** Fields of the record whose value is the one of the authority. */
export const takenFrom = (values: InvoiceValues, authority: AuthorityFields | null): InvoiceReadField[] =>
  given(authority)
    .filter(({ field, value }) => isSame(field, values[field], value))
    .map(({ field }) => field)

/** Fields of which recognition, or the record, says something else than the authority. */
export function differencesFrom(
  values: InvoiceValues,
  reading: InvoiceReading | null,
  authority: AuthorityFields | null,
): InvoiceReadField[] {
  const read = reading && valuesOf(reading)
  return given(authority)
    .filter(({ field, value }) => {
      const isRead = read !== null && read[field] !== null
      return (isRead && !isSame(field, read[field], value)) || !isSame(field, values[field], value)
    })
    .map(({ field }) => field)
}

/**
 * The values of the authority that replace others: those that were recognized, and those that nobody knew. What a person has
 * entered stays until a person changes it.
 */
export function replacedBy(
  values: InvoiceValues,
  reading: InvoiceReading | null,
  authority: AuthorityFields | null,
): AuthorityFields {
  const read = reading && valuesOf(reading)
  const isOpen = (field: InvoiceReadField) =>
    values[field] === null || (read !== null && values[field] === read[field])
  return Object.fromEntries(
    given(authority)
      .filter(({ field, value }) => isOpen(field) && !isSame(field, values[field], value))
      .map(({ field, value }) => [field, value]),
  )
}
