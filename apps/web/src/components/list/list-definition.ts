import type { Route } from '@consilium/contract/route.ts'
import type { ReactNode } from 'react'
import type { Option } from '../../lib/dictionary.ts'
import type { RowOf } from '../../lib/record-of.ts'

export interface Column<Row> {
  key: string
  label: string
  render: (row: Row) => ReactNode
  /** The name by which the contract sorts this column. */
  sort?: string
  align?: 'right'
  /** A code, which in two pieces would be read as two. */
  unbroken?: true
  /** Left out until somebody asks for it. */
  optional?: true
  /** On a phone: one of the lines under the title (the default), beside it, or not at all. */
  card?: 'line' | 'badge' | 'none'
}

export type Filter =
  | { kind: 'text'; name: string; label: string }
  | { kind: 'select'; name: string; label: string; options: readonly Option[] }
  /** Two query parameters, `params[begin…]` and `params[end…]`; `of` is what follows begin and end. */
  | { kind: 'range'; of: string; label: string; unit: 'time' | 'date' }

export interface BulkAction<Row> {
  label: string
  /** Whether this row can be meant at all. */
  may: (row: Row) => boolean
  run: (row: Row) => Promise<unknown>
  /** Asked before money or signatures are touched. */
  confirm?: string
}

export interface Removal<Row> {
  route: Route
  /** Name of the path parameter. */
  param: string
  may: (row: Row) => boolean
  /** `undo`: done after a moment to think again. `ask`: money or a signature hangs on it. */
  guard: 'undo' | 'ask'
}

export interface ListDefinition<R extends Route> {
  /** Names what is remembered of this list, such as the columns. */
  name: string
  route: R
  rowId: (row: RowOf<R>) => number
  rowTitle: (row: RowOf<R>) => string
  /** Where a row leads. */
  rowTo?: (row: RowOf<R>) => string
  columns: readonly Column<RowOf<R>>[]
  filters: readonly Filter[]
  /** Part of the query that the page itself sets, such as the meeting whose attendees it shows. */
  fixed?: Record<string, string>
  /** The order at first; left out: the newest first. */
  order?: { orderByColumn: string; isAsc: 'asc' | 'desc' }
  exportRoute?: Route
  remove?: Removal<RowOf<R>>
  bulk?: readonly BulkAction<RowOf<R>>[]
  /** What to do where there is nothing yet. */
  emptyHint?: ReactNode
  rowActions?: (row: RowOf<R>) => ReactNode
  /** Under the rows, such as a sum. */
  summary?: (rows: RowOf<R>[], total: number) => ReactNode
}

export const beginOf = (of: string) => `params[begin${of}]`
export const endOf = (of: string) => `params[end${of}]`
