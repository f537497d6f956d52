import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { TextLink } from '../links.tsx'
import { frameTexts } from '../texts.ts'
import type { Column } from './list-definition.ts'
import type { RowsProps } from './list-rows.ts'
import { Tick } from './tick.tsx'
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
    <Table.Th
      key={column.key}
      className={classes.head}
      ta={column.align}
      scope="col"
      {...(column.sort ? { 'aria-sort': sortOf(state, column.sort) } : {})}
    >
      {column.sort ? <SortHeader column={column} state={state} /> : column.label}
    </Table.Th>
  ))
}

/** Rows to compare. */
export function ListTable<Row>(props: RowsProps<Row>) {
  const t = useTexts(frameTexts)
  const { rows, columns, state, selection, rowId, rowTitle, rowTo, rowActions, isBusy, caption } = props
  const allChosen = rows.length > 0 && rows.every((row) => selection?.has(rowId(row)))
  const someChosen = rows.some((row) => selection?.has(rowId(row)))
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={caption}>
      <Table
        className={classes.table}
        highlightOnHover
        verticalSpacing="xs"
        aria-busy={isBusy}
        aria-label={caption}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={44}>
                <Tick
                  aria-label={t('selectAll')}
                  checked={allChosen}
                  indeterminate={someChosen && !allChosen}
                  onChange={(event) => selection.toggle(rows, event.currentTarget.checked)}
                />
              </Table.Th>
            )}
            <Header columns={columns} state={state} />
            {rowActions && (
              <Table.Th scope="col" className={classes.actions}>
                {t('actions')}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowId(row)} {...(selection?.has(rowId(row)) ? { 'data-selected': true } : {})}>
              {selection && (
                <Table.Td>
                  <Tick
                    aria-label={t('selectRow', { name: rowTitle(row) })}
                    checked={selection.has(rowId(row))}
                    onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
                  />
                </Table.Td>
              )}
              {columns.map((column, index) => (
                <Table.Td
                  key={column.key}
                  className={column.align === 'right' ? classes.figure : classes.cell}
                  ta={column.align}
                >
                  {index === 0 && rowTo ? (
                    <TextLink to={rowTo(row)} inherit>
                      {column.render(row)}
                    </TextLink>
                  ) : (
                    column.render(row)
                  )}
                </Table.Td>
              ))}
              {rowActions && <Table.Td className={classes.actions}>{rowActions(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
