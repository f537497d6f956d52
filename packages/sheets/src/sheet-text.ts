import { SheetError } from './sheet-error.ts'
import { restore } from './formula-guard.ts'

/** A non-empty row. */
export interface TextRow {
  /** Row number as the spreadsheet shows it. */
  number: number
  /** Trimmed; null for empty cells. */
  cells: (string | null)[]
}

/** Rows of one sheet with its header: the limit of the format. */
export const SHEET_ROWS_MAX = 1_048_576
/** Columns beyond this one are not read. */
export const COLUMNS_MAX = 100
/** Excel's limit for the text of a cell; longer texts are cut. */
export const CELL_MAX = 32_767
/** Characters of all cells together: a short file may repeat one long text in every cell. */
export const TEXT_MAX = 16_000_000

/**
 * Collects the non-empty rows of a sheet within the limits: TOO_MANY_ROWS beyond its most rows and a header,
 * TOO_LARGE beyond TEXT_MAX. Empty cells use no memory, however many a file claims.
 */
export class SheetText {
  readonly rows: TextRow[] = []
  readonly #rowsMax: number
  #length = 0

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax
  }

  add(rowNumber: number, column: number, value: string): void {
    if (column >= COLUMNS_MAX) return
    const text = restore(value.trim().slice(0, CELL_MAX).toWellFormed())
    if (text === '') return
    this.#length += text.length
    if (this.#length > TEXT_MAX) throw new SheetError('TOO_LARGE')
    const { cells } = this.#row(rowNumber)
    while (cells.length < column) cells.push(null)
    cells[column] = text
  }

  #row(number: number): TextRow {
    const last = this.rows.at(-1)
    if (last?.number === number) return last
    if (this.rows.length > this.#rowsMax) throw new SheetError('TOO_MANY_ROWS')
    const row: TextRow = { number, cells: [] }
    this.rows.push(row)
    return row
  }
}
