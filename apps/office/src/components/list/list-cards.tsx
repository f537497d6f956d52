import { Group, NativeSelect, Paper, Text } from '@mantine/core'
import type { ListState } from '../../lib/list-state.ts'
import { useTexts } from '../../lib/texts.ts'
import { TextLink } from '../links.tsx'
import { listTexts } from './texts.ts'
import type { Column, Totals } from './list-definition.ts'
import type { RowsProps } from './list-rows.ts'
import { Tick } from './tick.tsx'
import classes from './list.module.css'
import { dated } from '../dated.tsx'

/** Cards have no column headers to click, so the order is chosen here. */
export function CardOrder<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ListState }) {
  const t = useTexts(listTexts)
  const options = columns
    .filter(({ sort }) => sort)
    .flatMap(({ sort, label }) => [
      { value: `${sort}:asc`, label: `${label} · ${t('ascending')}` },
      { value: `${sort}:desc`, label: `${label} · ${t('descending')}` },
    ])
  if (options.length === 0) return null
  const { orderByColumn, isAsc = 'desc' } = state.query
  return (
    <NativeSelect
      aria-label={t('sortedBy')}
      data={[{ value: '', label: t('sortedBy') }, ...options]}
      value={orderByColumn ? `${orderByColumn}:${isAsc}` : ''}
      mb="sm"
      onChange={({ currentTarget: { value } }) => {
        const [column = '', order = ''] = value.split(':')
        state.set({ orderByColumn: column, isAsc: order }, { replace: true })
      }}
    />
  )
}

function CardLines<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const lines = columns.filter(({ card = 'line' }) => card === 'line')
  return (
    <dl className={classes.lines}>
      {lines.map(({ key, label, render, align }) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd {...(align === 'right' ? { 'data-whole': true } : {})}>{dated(render(row))}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The sums of a list on a phone. */
export function CardTotals<Row>({ columns, totals }: { columns: readonly Column<Row>[]; totals: Totals }) {
  return (
    <Paper withBorder radius="md" p="sm" className={classes.sums} role="group" aria-label={totals.label}>
      <Text size="sm" fw={600}>
        {totals.label}
      </Text>
      <dl className={classes.lines}>
        {columns
          .filter(({ key }) => totals.values[key] !== undefined)
          .map(({ key, label }) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd data-whole>{totals.values[key]}</dd>
            </div>
          ))}
      </dl>
    </Paper>
  )
}

/** Rows on a phone. */
export function ListCards<Row>(props: RowsProps<Row>) {
  const t = useTexts(listTexts)
  const { rows, columns, selection, rowId, rowTitle, rowTo, rowActions, isBusy, caption } = props
  const [first, ...rest] = columns
  return (
    <ul className={classes.cards} aria-busy={isBusy} aria-label={caption}>
      {rows.map((row) => (
        <Paper component="li" key={rowId(row)} withBorder radius="md" p="sm">
          <Group justify="space-between" gap="xs" align="flex-start">
            <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.cardHead}>
              {selection && (
                <Tick
                  aria-label={t('selectRow', { name: rowTitle(row) })}
                  checked={selection.has(rowId(row))}
                  onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
                />
              )}
              <Text fw={600} component="div" miw={0} data-title style={{ overflowWrap: 'anywhere' }}>
                {rowTo ? (
                  <TextLink to={rowTo(row)} inherit>
                    {dated(first?.render(row))}
                  </TextLink>
                ) : (
                  dated(first?.render(row))
                )}
              </Text>
            </Group>
            {rest
              .filter(({ card }) => card === 'badge')
              .map(({ key, render }) => (
                <div key={key} className={classes.badge}>
                  {dated(render(row))}
                </div>
              ))}
          </Group>
          <CardLines row={row} columns={rest} />
          {rowActions && <div className={classes.cardActions}>{rowActions(row)}</div>}
        </Paper>
      ))}
    </ul>
  )
}
