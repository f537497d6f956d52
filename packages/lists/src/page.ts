/** A page of a list, as the one who asked for it gets it. */
export interface Page<Row> {
  /** A lower bound unless `totalIsExact`. */
  total: number
  totalIsExact: boolean
  rows: Row[]
  /** The cursor to ask for what follows the last row with `after`; null on the last page. */
  next: string | null
  /** The cursor to ask for what stands before the first row with `before`; null on the first page. */
  previous: string | null
}

/** Records are counted up to here, and pages are numbered up to it. */
export const COUNTED_MAX = 10_000

/** Thrown if a cursor is none of its list in this order, or a page number leads beyond what is counted. */
export class NoSuchPage extends Error {
  override readonly name = 'NoSuchPage'
  readonly field: 'after' | 'before' | 'pageNum'

  constructor(field: 'after' | 'before' | 'pageNum') {
    super(`no page of this list: ${field}`)
    this.field = field
  }
}
