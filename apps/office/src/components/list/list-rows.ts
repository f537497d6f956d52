import type { ReactNode } from 'react'
import type { ListState } from '../../lib/list-state.ts'
import type { Column, Totals } from './list-definition.ts'
import type { Selection } from './bulk/selection.ts'

export type Density = 'usual' | 'compact'

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
  totals: Totals | null
  density: Density
  isBusy: boolean
  caption: string
}
