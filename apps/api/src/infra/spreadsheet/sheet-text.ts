import { IMPORT_ROWS_MAX } from '@consilium/contract/spreadsheet.ts'
import { Refusal } from '../refusal.ts'
import { restore } from './formula-guard.ts'

/** A row that holds something. */
export interface TextRow {
  /** As the spreadsheet shows it at its left edge. */
  number: number
  /** Outer white space removed; null for what is empty. */
  cells: (string | null)[]
}

/** Cells further to the right are not read. */
export const COLUMNS_MAX = 100
/** Excel's limit for the text of a cell: of a longer one no more is read, whatever is done with it later. */
export const CELL_MAX = 32_767
/** Of all cells together, in characters: a short file may repeat one long text in every cell. */
export const TEXT_MAX = 16_000_000

/**
 * Gathers the filled rows of a sheet and keeps the measure: SHEET_TOO_MANY_ROWS beyond IMPORT_ROWS_MAX and a header,
 * SHEET_TOO_LARGE beyond TEXT_MAX. What is empty takes no room, however many rows and columns a file claims.
 */
export class SheetText {
  readonly rows: TextRow[] = []
  #length = 0

  add(rowNumber: number, column: number, value: string): void {
    const text = restore(value.trim().slice(0, CELL_MAX).toWellFormed())
    if (text === '' || column >= COLUMNS_MAX) return
    this.#length += text.length
    if (this.#length > TEXT_MAX) throw new Refusal('SHEET_TOO_LARGE')
    const { cells } = this.#row(rowNumber)
    while (cells.length < column) cells.push(null)
    cells[column] = text
  }

  #row(number: number): TextRow {
    const last = this.rows.at(-1)
    if (last?.number === number) return last
    if (this.rows.length > IMPORT_ROWS_MAX)
      throw new Refusal('SHEET_TOO_MANY_ROWS', { params: { max: IMPORT_ROWS_MAX } })
    const row: TextRow = { number, cells: [] }
    this.rows.push(row)
    return row
  }
}
