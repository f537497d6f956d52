import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { TextLink } from '../links.tsx'
import { listTexts } from './texts.ts'
import type { Column } from './list-definition.ts'
import type { RowsProps } from './list-rows.ts'
import { Tick } from './tick.tsx'
import { cutOf, useOverflow } from './use-overflow.ts'
import table from '../table.module.css'
import classes from './list.module.css'
import { breaking } from '../clamped.tsx'
import { dated } from '../dated.tsx'

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
      <Icon size={14} className={classes.order} aria-hidden />
    </UnstyledButton>
  )
}

/** A figure, a day or a badge that is cut in half is misread. The first column stays in sight. */
const isWhole = <Row,>({ align, unbroken, card }: Column<Row>, index: number) =>
  align === 'right' || ((unbroken === true || card === 'badge') && index > 0)

function Header<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  return columns.map((column, index) => (
    <th
      key={column.key}
      className={column.align === 'right' ? table.figure : table.head}
      scope="col"
      {...(index === 0 ? { 'data-name': true } : {})}
      {...(index > 0 ? { [isWhole(column, index) ? 'data-figure' : 'data-words']: index } : {})}
      {...(column.sort ? { 'aria-sort': sortOf(state, column.sort) } : {})}
    >
      <Whole column={column} index={index}>
        {column.sort ? <SortHeader column={column} state={state} /> : column.label}
      </Whole>
    </th>
  ))
}

/** The first column names the row and stays in sight. */
const cellClass = <Row,>({ align, unbroken }: Column<Row>, index: number) => {
  const kind = align === 'right' ? table.figure : unbroken ? table.unbroken : classes.cell
  return index === 0 ? `${kind} ${classes.name}` : kind
}

interface WholeProps<Row> {
  column: Column<Row>
  index: number
  children: ReactNode
}

/** Characters of a code that its cell shows whole in any face. */
const CODE_LENGTH = 20
/** Two days with a dash between them are no code, and stay whole. */
const isLongCode = (text: string) => text.length > CODE_LENGTH && !text.includes(' ')

/** A text of many lines would push the other rows out of sight. */
function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.render(row)
  if (column.unbroken && typeof content === 'string' && isLongCode(content))
    return (
      <span className={classes.code} title={content}>
        {content}
      </span>
    )
  if (typeof content !== 'string' || column.align === 'right' || column.unbroken) return content
  return (
    <span className={classes.text} title={content} {...breaking(content)}>
      {dated(content)}
    </span>
  )
}

/**
 * What an edge would cut is not shown at all, nor is its title; of words a beginning may be. Screen readers have both. The
 * lines of the cell stay.
 */
function Whole<Row>({ index, children }: WholeProps<Row>) {
  if (index === 0) return children
  return (
    <div className={classes.whole} style={{ opacity: `var(${cutOf(index)}, 1)` }}>
      {children}
    </div>
  )
}

function Totals<Row>({ columns, totals, hasTicks, hasActions }: TotalsProps<Row>) {
  const [first, ...others] = columns
  return (
    <tfoot>
      <tr>
        {hasTicks && <td className={classes.ticks} />}
        <th scope="row" className={classes.name}>
          {totals.label}
          {first && totals.values[first.key]}
        </th>
        {others.map((column, index) => (
          <td key={column.key} className={column.align === 'right' ? table.figure : table.unbroken}>
            <Whole column={column} index={index + 1}>
              {totals.values[column.key]}
            </Whole>
          </td>
        ))}
        {hasActions && <td className={classes.actions} />}
      </tr>
    </tfoot>
  )
}

interface TotalsProps<Row> {
  columns: readonly Column<Row>[]
  totals: NonNullable<RowsProps<Row>['totals']>
  hasTicks: boolean
  hasActions: boolean
}

/** Rows as a table. */
export function ListTable<Row>(props: RowsProps<Row>) {
  const t = useTexts(listTexts)
  const { rows, columns, state, selection, rowId, rowTitle, rowTo, rowActions, isBusy, caption } = props
  const allChosen = rows.length > 0 && rows.every((row) => selection?.has(rowId(row)))
  const someChosen = rows.some((row) => selection?.has(rowId(row)))
  const place = useOverflow(columns.map(({ key }) => key).join())
  return (
    <div ref={place} className={classes.place} tabIndex={0} role="region" aria-label={caption}>
      <table
        className={`${table.table} ${classes.rows}`}
        aria-busy={isBusy}
        aria-label={caption}
        data-density={props.density}
      >
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
              <th scope="col" className={classes.actions} data-actions>
                {t('actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} {...(selection?.has(rowId(row)) ? { 'data-selected': true } : {})}>
              {selection && (
                <td className={classes.ticks}>
                  <Tick
                    aria-label={t('selectRow', { name: rowTitle(row) })}
                    checked={selection.has(rowId(row))}
                    onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map((column, index) => (
                <td key={column.key} className={cellClass(column, index)}>
                  <Whole column={column} index={index}>
                    {index === 0 && rowTo ? (
                      <TextLink to={rowTo(row)} inherit>
                        <Cell column={column} row={row} />
                      </TextLink>
                    ) : (
                      <Cell column={column} row={row} />
                    )}
                  </Whole>
                </td>
              ))}
              {rowActions && <td className={classes.actions}>{rowActions(row)}</td>}
            </tr>
          ))}
        </tbody>
        {props.totals && (
          <Totals
            columns={columns}
            totals={props.totals}
            hasTicks={selection !== null}
            hasActions={rowActions !== undefined}
          />
        )}
      </table>
    </div>
  )
}
