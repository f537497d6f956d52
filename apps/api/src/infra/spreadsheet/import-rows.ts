import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import { NAME_MAX } from '@consilium/contract/fields.ts'
import { describeIssues } from '@consilium/contract/issues.ts'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'
import type { Upload } from '../http/uploads/upload.ts'
import { columnFinder, type ImportColumn } from './import-columns.ts'
import type { SheetReader } from './sheet-reader.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'

/** How the rows of an import are read: each becomes the body of adding one record. */
export interface RowForm<Field extends string, Body> {
  columns: readonly ImportColumn<Field>[]
  /** The rules for adding a record. Empty cells say nothing. */
  body: z.ZodType<Body>
  /** What the text of a cell means; other text is left to the rules. */
  readings?: Partial<Record<Field, (text: string) => unknown>>
  /** Fields by which people know the row in its result. */
  shown: readonly Field[]
  rowsMax: number
}

/** A row of the file: either a valid body or the reason for refusal. */
export type Candidate<Field extends string, Body> = {
  rowNumber: number
  shown: Readonly<Record<Field, string | null>>
} & ({ body: Body; message: '' } | { body: null; message: string })

/** Longer texts are cut before they are checked, and are still too long for their column. */
const CELL_READ_MAX = 5000
const UNSHOWN = /\p{Cc}/gu

/** A value by its name or one of its labels, for a column with choices. Other text is returned unchanged. */
export function choiceOf<Value extends string>(
  labels: Readonly<Record<Value, Readonly<Record<Language, string>>>>,
): (text: string) => string {
  const values = Object.entries<Readonly<Record<Language, string>>>(labels)
  return (text) => {
    const given = text.slice(0, NAME_MAX).normalize('NFKC').toLowerCase()
    const isMeant = (name: string) => name.toLowerCase() === given
    return values.find(([value, words]) => [value, ...Object.values(words)].some(isMeant))?.[0] ?? text
  }
}

export const titleOf = <Field extends string>(
  columns: readonly ImportColumn<Field>[],
  field: Field,
  language: Language,
): string => columns.find((column) => column.field === field)?.title[language] ?? field

const shownText = (value: unknown): string | null =>
  typeof value === 'string' ? value.toWellFormed().replace(UNSHOWN, '').slice(0, NAME_MAX) : null

/** Why a row is refused, in words for people who fill in spreadsheets. */
function messageOf<Field extends string>(
  columns: readonly ImportColumn<Field>[],
  issues: readonly z.core.$ZodIssue[],
  language: Language,
): string {
  const colon = language === 'en' ? ': ' : '：'
  const message = describeIssues(issues, language)
    .map(({ field, message: problem }) => {
      const [first = ''] = field.split(/[.[]/)
      return `${titleOf(columns, first as Field, language)}${colon}${problem}`
    })
    .join(language === 'en' ? '; ' : '；')
  return message || errorMessage('VALIDATION_FAILED', language)
}

/** A row as the body of adding one record, or with the reason why it is none. */
export function readRow<Field extends string, Body>(
  { columns, body, readings = {}, shown }: RowForm<Field, Body>,
  places: ReadonlyMap<Field, number>,
  { number, cells }: TextRow,
  language: Language,
): Candidate<Field, Body> {
  const read: Partial<Record<Field, (text: string) => unknown>> = readings
  const values: Partial<Record<Field, unknown>> = {}
  for (const { field } of columns) {
    const text = cells[places.get(field) ?? -1]?.slice(0, CELL_READ_MAX) ?? null
    if (text !== null) values[field] = read[field]?.(text) ?? text
  }
  const line = {
    rowNumber: number,
    shown: Object.fromEntries(shown.map((field) => [field, shownText(values[field])])) as Record<
      Field,
      string | null
    >,
  }
  const checked = body.safeParse(values, { reportInput: true })
  return checked.success
    ? { ...line, body: checked.data, message: '' }
    : { ...line, body: null, message: messageOf(columns, checked.error.issues, language) }
}

/**
 * Reads an uploaded file with a header row. Throws what the sheet reader refuses, SHEET_EMPTY, SHEET_COLUMN_MISSING,
 * SHEET_COLUMN_TWICE and SHEET_TOO_MANY_ROWS; a row with a problem becomes a candidate with its reason.
 */
export async function readCandidates<Field extends string, Body>(
  sheets: SheetReader,
  { use }: Upload,
  form: RowForm<Field, Body>,
  language: Language,
): Promise<Candidate<Field, Body>[]> {
  const [header, ...rows] = await use((bytes) => sheets.read(bytes))
  if (!header) throw new Refusal('SHEET_EMPTY')
  const places = columnFinder(form.columns)(header.cells, language)
  if (rows.length === 0) throw new Refusal('SHEET_EMPTY')
  if (rows.length > form.rowsMax) throw new Refusal('SHEET_TOO_MANY_ROWS', { params: { max: form.rowsMax } })
  return rows.map((row) => readRow(form, places, row, language))
}
