import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { TextLink } from '../links.tsx'
import { frameTexts } from '../texts.ts'
import type { Column } from './list-definition.ts'
import type { RowsProps } from './list-rows.ts'
import { Tick } from './tick.tsx'
import table from '../table.module.css'
import classes from './list.module.css'

const sortOf = (state: ListState, column: string) =>
  state.query.orderByColumn === column ? (state.query.isAsc === 'asc' ? 'ascending' : 'descending') : 'none'

function SortHeader<Row>({ column, state }: { column: Column<Row>; state: ListState }) {
  const name = column.sort!
  const order = sortOf(state, name)
  const Icon = order === 'ascending' ? IconArrowUp : order === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <UnstyledButton
      className={classes.sort}
      fz="inherit"
      onClick={() =>
        state.set({ orderByColumn: name, isAsc: order === 'ascending' ? 'desc' : 'asc' }, { replace: true })
      }
    >
      {column.label}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}

function Header<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  return columns.map((column) => (
    <th
      key={column.key}
      className={column.align === 'right' ? table.figure : table.head}
      scope="col"
      {...(column.sort ? { 'aria-sort': sortOf(state, column.sort) } : {})}
    >
      {column.sort ? <SortHeader column={column} state={state} /> : column.label}
    </th>
  ))
}

const cellClass = <Row,>({ align, unbroken }: Column<Row>) =>
  align === 'right' ? table.figure : unbroken ? table.unbroken : classes.cell

/** Rows as a table. */
export function ListTable<Row>(props: RowsProps<Row>) {
  const t = useTexts(frameTexts)
  const { rows, columns, state, selection, rowId, rowTitle, rowTo, rowActions, isBusy, caption } = props
  const allChosen = rows.length > 0 && rows.every((row) => selection?.has(rowId(row)))
  const someChosen = rows.some((row) => selection?.has(rowId(row)))
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={table.table} aria-busy={isBusy} aria-label={caption}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.ticks}>
                <Tick
                  aria-label={t('selectAll')}
                  checked={allChosen}
                  indeterminate={someChosen && !allChosen}
                  onChange={(event) => selection.toggle(rows, event.currentTarget.checked)}
                />
              </th>
            )}
            <Header columns={columns} state={state} />
            {rowActions && (
              <th scope="col" className={classes.actions}>
                {t('actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} {...(selection?.has(rowId(row)) ? { 'data-selected': true } : {})}>
              {selection && (
                <td>
                  <Tick
                    aria-label={t('selectRow', { name: rowTitle(row) })}
                    checked={selection.has(rowId(row))}
                    onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map((column, index) => (
                <td key={column.key} className={cellClass(column)}>
                  {index === 0 && rowTo ? (
                    <TextLink to={rowTo(row)} inherit>
                      {column.render(row)}
                    </TextLink>
                  ) : (
                    column.render(row)
                  )}
                </td>
              ))}
              {rowActions && <td className={classes.actions}>{rowActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
