import type { Route } from '@consilium/contract/route.ts'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OptionSource } from '../forms/option-source.ts'
import type { Option } from '../../lib/dictionary.ts'
import type { ListState } from '../../lib/list-state.ts'
import type { RowOf } from '../../lib/record-of.ts'

export interface Column<Row> {
  key: string
  label: string
  render: (row: Row) => ReactNode
  /** Name of the column in the contract's sort order. */
  sort?: string
  align?: 'right'
  /** Prevents a line break within the value, such as a code. */
  unbroken?: true
  /** Hidden until the user chooses it. */
  optional?: true
  /** Place on a phone: a line under the title (the default), beside the title, or hidden. */
  card?: 'line' | 'badge' | 'none'
}

export type Filter =
  | { kind: 'text'; name: string; label: string }
  | { kind: 'select'; name: string; label: string; options: readonly Option[] }
  /** A record, found by a few characters; `get` reads the chosen one, named by `param`, whose title is shown. */
  | {
      kind: 'record'
      name: string
      label: string
      source: OptionSource
      get: Route
      param: string
      title: (record: unknown) => string
    }
  /** Two query parameters, `params[begin…]` and `params[end…]`; `of` is the rest of their names. */
  | { kind: 'range'; of: string; label: string; unit: 'time' | 'date' }

export interface RecordFilterProps {
  filter: Extract<Filter, { kind: 'record' }>
  state: ListState
}

export interface BulkDialog<Row> {
  rows: readonly Row[]
  start: (run: (row: Row) => Promise<unknown>) => void
  onClose: () => void
}

export interface BulkAction<Row> {
  label: string
  /** True if the action applies to this row. */
  may: (row: Row) => boolean
  run: (row: Row) => Promise<unknown>
  /** Instead of `run`: one request for all rows; returns the reasons of those that were left out, by their ids. */
  runAll?: (rows: readonly Row[]) => Promise<ReadonlyMap<number, string>>
  /** Asks for what the action needs, and starts it with that. */
  dialog?: (props: BulkDialog<Row>) => ReactNode
  /** Confirmation asked before actions that affect others, money or signatures. */
  confirm?: string
  /** `danger` unless stated otherwise: what the confirmation looks like. */
  tone?: 'usual' | 'danger'
}

export interface RowAction {
  label: string
  icon: Icon
  /** An address of the app; without it `onSelect` is called. */
  to?: string
  onSelect?: () => void
  tone?: 'danger'
}

/** Sums of columns, by their keys. */
export interface Totals {
  label: string
  values: Readonly<Record<string, ReactNode>>
}

export interface Removal<Row> {
  route: Route
  /** Name of the path parameter. */
  param: string
  may: (row: Row) => boolean
  /**
   * `undo`: deleted after a delay in which it can be undone. `ask`: confirmed first, since money or a signature is
   * affected.
   */
  guard: 'undo' | 'ask'
}

export interface ListDefinition<R extends Route> {
  /** Key of what is remembered about this list, such as its columns. */
  name: string
  route: R
  rowId: (row: RowOf<R>) => number
  rowTitle: (row: RowOf<R>) => string
  /** Address that a row links to. */
  rowTo?: (row: RowOf<R>) => string
  columns: readonly Column<RowOf<R>>[]
  filters: readonly Filter[]
  /** Stands above the filters; given the number of records, unless it is still unknown. */
  head?: (total: number | undefined) => ReactNode
  /** True of a row that the service will change by itself soon: the list is read again until then. */
  isChanging?: (row: RowOf<R>) => boolean
  /** Query parameters that the page sets, such as the meeting whose attendees it shows. */
  fixed?: Record<string, string>
  /** Initial order; by default the newest first. */
  order?: { orderByColumn: string; isAsc: 'asc' | 'desc' }
  exportRoute?: Route
  remove?: Removal<RowOf<R>>
  bulk?: readonly BulkAction<RowOf<R>>[]
  /** What the selected rows come to; said beside their number. */
  selectionSum?: (rows: readonly RowOf<R>[]) => string
  /** What would stand here, shown while there is nothing. */
  emptyHint: string
  /** What to do first, for those who may. */
  emptyAction?: ReactNode
  /** What can be done with a row, the most likely first: it is a button, the others are in a menu. */
  rowActions?: (row: RowOf<R>) => readonly RowAction[]
  /** The next step of a row, or why there is none. */
  rowLead?: (row: RowOf<R>) => ReactNode
  /** Rows of one page that say the same of the same record stand as one, which opens; null: the row stands alone. */
  groupBy?: (row: RowOf<R>) => string | null
  /** Sums under their columns, of all rows of the list or of those of this page. */
  totals?: (rows: RowOf<R>[], isAll: boolean) => Totals
}

export const beginOf = (of: string) => `params[begin${of}]`
export const endOf = (of: string) => `params[end${of}]`
