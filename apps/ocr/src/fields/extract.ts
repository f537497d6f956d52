import type { FieldSource, InvoiceField, TextLine } from '@consilium/contract/recognition.ts'
import { findAmounts } from './amounts.ts'
import { type ExtractedFields, forEachField, type FoundValue } from './fields.ts'
import { findCheckCode, findCode, findDate, findNumber } from './heading.ts'
import { findKind } from './kind.ts'
import { levelLines } from './levelled.ts'
import { findParties } from './parties.ts'
import { type Row, toRows } from './rows.ts'

export type { ExtractedFields } from './fields.ts'

function findFields(rows: readonly Row[]): Record<InvoiceField, FoundValue | null> {
  const invoice_number = findNumber(rows)
  const invoice_code = findCode(rows, invoice_number?.value ?? null)
  return {
    invoice_type: findKind(rows, invoice_code?.value ?? null, invoice_number?.value ?? null),
    invoice_code,
    invoice_number,
    issue_date: findDate(rows),
    check_code: findCheckCode(rows),
    ...findParties(rows),
    ...findAmounts(rows),
  }
}

/** Finds the twelve fields in the lines of a page in any orientation; null for missing ones. */
export function extractFields(
  lines: TextLine[],
  source: Extract<FieldSource, 'text' | 'layer'>,
): ExtractedFields {
  const found = findFields(toRows(levelLines(lines)))
  return forEachField((field) => {
    const read = found[field]
    return read && { ...read, source }
  })
}
