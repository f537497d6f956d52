import type { Language } from '@consilium/contract/errors.ts'
import { promisify } from 'node:util'
import { deflateSync, inflate } from 'node:zlib'
import { Refusal } from '../refusal.ts'
import { columnFinder, type ImportColumn } from './import-columns.ts'
import { TEXT_MAX, type TextRow } from '@consilium/sheets/sheet-text.ts'

/** What is read of a large sheet: these columns of at most so many rows. */
export interface TableOrder {
  columns: readonly ImportColumn<string>[]
  rowsMax: number
  language: Language
}

/** The rows of a large sheet in one piece, which crosses threads and waits in the database without an object for each cell. */
export interface PackedTable {
  total: number
  content: Uint8Array
}

const CELL = '\t'
const ROW = '\n'
const DIVIDERS = /[\t\r\n]+/g
/** Of one cell; longer ones are still too long for their column. */
const CELL_MAX = 5000
/** A character takes at most three bytes, and so do the numbers and dividers of a row. */
const UNPACKED_MAX_BYTES = 4 * TEXT_MAX

const unpack = promisify(inflate)

/** Packs the columns of a sheet with a header row. Refuses with SHEET_EMPTY, SHEET_COLUMN_MISSING and SHEET_COLUMN_TWICE. */
export function packTable([header, ...rows]: TextRow[], { columns, language }: TableOrder): PackedTable {
  if (!header) throw new Refusal('SHEET_EMPTY')
  const places = columnFinder(columns)(header.cells, language)
  if (rows.length === 0) throw new Refusal('SHEET_EMPTY')
  const plain = (cell: string | null | undefined) => (cell ?? '').slice(0, CELL_MAX).replace(DIVIDERS, ' ')
  const lines = rows.map(({ number, cells }) =>
    [number, ...columns.map(({ field }) => plain(cells[places.get(field) ?? -1]))].join(CELL),
  )
  return { total: rows.length, content: deflateSync(lines.join(ROW)) }
}

/** The rows of a packed table in their order, with cells in the order of its columns, a few at a time. */
export async function* rowsOfTable(content: Uint8Array, atOnce: number): AsyncGenerator<TextRow[]> {
  const text = (await unpack(content, { maxOutputLength: UNPACKED_MAX_BYTES })).toString()
  let chunk: TextRow[] = []
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf(ROW, from)
    const until = end < 0 ? text.length : end
    const [number, ...cells] = text.slice(from, until).split(CELL)
    chunk.push({ number: Number(number), cells: cells.map((cell) => cell || null) })
    from = until + 1
    if (chunk.length < atOnce) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
