import type { FieldSource, InvoiceField, TextLine } from '@consilium/contract/recognition/recognition.ts'
import { findAmounts } from './amounts.ts'
import { boxOf, type PageSize } from './field-box.ts'
import { type ExtractedFields, forEachField, type FoundValue, type Known, type ReadField } from './fields.ts'
import { findCheckCode, findCode, findDate, findNumber } from './heading.ts'
import { findKind } from './kind.ts'
import { levelLines } from './levelled.ts'
import { findParties } from './parties/parties.ts'
import { type Row, toRows } from './rows.ts'
import { withoutSeals } from './seals.ts'

export type { ExtractedFields } from './fields.ts'

export interface ReadingOptions {
  known?: Known
  /** The size of the page in the units of the lines' corners, and its number. Without it no boxes are returned. */
  size?: PageSize
  page?: number
}

const NOTHING_KNOWN: Known = { invoiceType: null, amount: null, total: null }

/** `all` are the rows together with those of seals. */
function findFields(
  rows: readonly Row[],
  all: readonly Row[],
  known: Known,
): Record<InvoiceField, FoundValue | null> {
  const invoice_number = findNumber(rows)
  const invoice_code = findCode(rows, invoice_number?.value ?? null)
  const invoice_type = findKind(rows, invoice_code?.value ?? null, invoice_number?.value ?? null)
  const kind = known.invoiceType ?? invoice_type?.value ?? null
  return {
    invoice_type,
    invoice_code,
    invoice_number,
    issue_date: findDate(rows),
    check_code: findCheckCode(rows),
    ...findParties(rows, kind, all),
    ...findAmounts(rows, known),
  }
}

type LineSource = Extract<FieldSource, 'text' | 'layer'>

/** The source of a value: the pixels if one of its characters was read from them. */
function sourceOf(
  { spans, isDerived }: FoundValue,
  sourceOfLine: (line: TextLine) => LineSource,
): FieldSource {
  if (isDerived) return 'derived'
  const lines = spans.flatMap(({ row, start, end }) =>
    row.places.slice(start, end).flatMap(({ line }) => line ?? []),
  )
  return lines.some((line) => sourceOfLine(line) === 'text') ? 'text' : sourceOfLine(lines[0] ?? NO_LINE)
}

const NO_LINE: TextLine = {
  text: '',
  box: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  confidence: 0,
}

/** Finds the twelve fields in the lines of a page in any orientation; null for missing ones. */
export function extractFields(
  lines: readonly TextLine[],
  source: LineSource | ((line: TextLine) => LineSource),
  { known = NOTHING_KNOWN, size, page = 1 }: ReadingOptions = {},
): ExtractedFields {
  const sourceOfLine = typeof source === 'string' ? () => source : source
  const level = levelLines(lines)
  const found = findFields(toRows(withoutSeals(level)), toRows(level), known)
  const toRead = (value: FoundValue): ReadField => {
    const { spans, isDerived: _derived, others, ...read } = value
    return {
      ...read,
      source: sourceOf(value, sourceOfLine),
      box: size ? boxOf(spans, page, size) : null,
      ...(others && { others: others.map(toRead) }),
    }
  }
  return forEachField((field) => found[field] && toRead(found[field]))
}
