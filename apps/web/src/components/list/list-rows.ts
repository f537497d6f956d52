import type { ReactNode } from 'react'
import type { ListState } from '../../lib/list-state.ts'
import type { Column } from './list-definition.ts'
import type { Selection } from './selection.ts'

/** What tables and cards need to show rows. */
export interface RowsProps<Row> {
  rows: Row[]
  columns: readonly Column<Row>[]
  state: ListState
  selection: Selection<Row> | null
  rowId: (row: Row) => number
  rowTitle: (row: Row) => string
  rowTo: ((row: Row) => string) | undefined
  rowActions: ((row: Row) => ReactNode) | undefined
  isBusy: boolean
  caption: string
}
