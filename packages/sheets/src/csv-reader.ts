import { CsvError, parse } from 'csv-parse/sync'
import { SheetError } from './sheet-error.ts'
import { SHEET_ROWS_MAX, SheetText, type TextRow } from './sheet-text.ts'

const DELIMITERS = [',', '\t', ';'] as const
const RECORD_MAX_CHARACTERS = 100_000
/** Cells of a CSV file, empty ones too, and its lines: 20,000 rows of 50 columns. */
const CELLS_MAX = 1_000_000
const MARKUP = /^\s*<(!doctype|html|\?xml|table|head|meta)/i
const BINARY = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f]/

const BYTE_ORDER_MARKS = [
  { mark: 'efbbbf', encoding: 'utf-8' },
  { mark: 'fffe', encoding: 'utf-16le' },
  { mark: 'feff', encoding: 'utf-16be' },
] as const
/**
 * Encodings of files without a byte order mark: Excel in China writes GB18030, everybody else UTF-8. UTF-8 is tried
 * first, since other text is rarely valid UTF-8.
 */
const UNMARKED = ['utf-8', 'gb18030'] as const

function decode(bytes: Buffer): string | null {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => bytes.toString('hex', 0, mark.length / 2) === mark)
  for (const encoding of marked ? [marked.encoding] : UNMARKED) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Another encoding may match.
    }
  }
  return null
}

/** Counts a character up to the end of the first row, or of the text. */
function countOf(text: string, character: string, until: number, most: number): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0 && at < until; at = text.indexOf(character, at + 1))
    if (++count > most) return count
  return count
}

/** Returns the delimiter that divides the header row into the most columns. */
function delimiterOf(text: string): string {
  const start = text.search(/\S/)
  const end = text.slice(start).search(/[\r\n]/)
  const until = end < 0 ? text.length : start + end
  const columns = (delimiter: string) => countOf(text, delimiter, until, CELLS_MAX)
  return DELIMITERS.reduce((best, one) => (columns(one) > columns(best) ? one : best))
}

/** Empty cells take time as well, however many stand in a row or below the last one. */
function requireFewCells(text: string, delimiter: string): void {
  const ends = ['\n', '\r', delimiter].map((character) => countOf(text, character, text.length, CELLS_MAX))
  if (ends.some((count) => count > CELLS_MAX)) throw new SheetError('TOO_LARGE')
}

function parseRecords(text: string): string[][] {
  const delimiter = delimiterOf(text)
  requireFewCells(text, delimiter)
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: RECORD_MAX_CHARACTERS,
      to: SHEET_ROWS_MAX,
    })
  } catch (error) {
    throw error instanceof CsvError ? new SheetError('NOT_READABLE') : error
  }
}

/**
 * Returns the non-empty rows of a CSV file in UTF-8, UTF-16 or GB18030, numbered as in a spreadsheet. Refuses with
 * TOO_MANY_ROWS, TOO_LARGE, or NOT_READABLE for anything that is not text.
 */
export function readCsv(bytes: Buffer, rowsMax: number): TextRow[] {
  const text = decode(bytes)
  if (text === null || BINARY.test(text) || MARKUP.test(text)) throw new SheetError('NOT_READABLE')
  const sheet = new SheetText(rowsMax)
  for (const [index, record] of parseRecords(text).entries())
    for (const [column, value] of record.entries()) sheet.add(index + 1, column, value)
  return sheet.rows
}
