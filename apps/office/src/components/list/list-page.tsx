import type { Route } from '@consilium/contract/route.ts'
import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useListState } from '../../lib/list-state.ts'
import { useHidden } from '../../lib/requests/pending.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { RowOf } from '../../lib/record-of.ts'
import { RequestError } from '../dialogs/request-error.tsx'
import { SlowNote } from '../slow-note.tsx'
import { listTexts } from './texts.ts'
import { usePhone } from '../forms/use-phone.ts'
import { BulkBar, removalOf } from './bulk/bulk-bar.tsx'
import { ColumnChoice, useChosenColumns } from './columns/column-choice.tsx'
import { ExportButton } from './export-button.tsx'
import { CardOrder, CardTotals, ListCards } from './list-cards.tsx'
import type { BulkAction, ListDefinition } from './list-definition.ts'
import { ListFilters } from './list-filters.tsx'
import { ListFooter } from './list-footer.tsx'
import type { Density } from './list-rows.ts'
import { ListTable } from './list-table.tsx'
import { useSelection } from './bulk/selection.ts'
import { useGroups } from './use-groups.tsx'
import { useList } from './use-list.ts'
import { actionsOf, useRowRemoval } from './use-row-actions.tsx'
import { Views } from './views/views.tsx'
import classes from './list.module.css'

const SKELETON_ROWS = 8

/** The frame of every list: filters, order and page in the address, columns by choice, bulk actions, export. */
export function List<R extends Route>(list: ListDefinition<R> & { title: string }) {
  type Row = RowOf<R>
  const t = useTexts(listTexts)
  const may = useMay()
  const isPhone = usePhone()
  const isHidden = useHidden(list.remove?.route.path)
  const state = useListState(list.route, list.fixed, list.order)
  const { data, error, refetch, isFetching, isPending, lastPage, queryKey } = useList(list, state)
  const { chosen, keys, setKeys } = useChosenColumns(list.name, list.columns)
  const [density, setDensity] = usePreference<Density>('density', 'usual')
  const selection = useSelection<Row>(list.rowId, data?.rows)
  const bulk = useBulkActions(list, selection.rows.length)
  const remove = useRowRemoval(list)

  const all = (data?.rows ?? []).filter((row) => !isHidden(list.rowId(row)))
  const groups = useGroups({ rows: all, groupBy: list.groupBy })
  const rows = groups.shown
  const isAll = data !== undefined && all.length === data.total
  const shown = {
    rows,
    columns: chosen,
    state,
    selection: bulk.length > 0 ? selection : null,
    rowId: list.rowId,
    rowTitle: list.rowTitle,
    rowTo: list.rowTo,
    rowActions: actionsOf(groups.lead ? { ...list, rowLead: groups.lead } : list, remove.action, rows),
    totals: list.totals?.(rows, isAll) ?? null,
    density,
    isBusy: isFetching,
    caption: list.title,
  }
  const hasFilters = Object.keys(state.filters).length > 0
  return (
    <Stack gap={0}>
      {list.head?.(data?.total)}
      <div className={classes.bar}>
        <ListFilters filters={list.filters} state={state} />
        <div className={classes.tools}>
          <Views list={list.name} state={state} keys={keys} onColumns={setKeys} />
          {!isPhone && (
            <ColumnChoice
              columns={list.columns}
              keys={keys}
              onChange={setKeys}
              density={density}
              onDensity={setDensity}
            />
          )}
          {list.exportRoute && may(list.exportRoute) && (
            <ExportButton route={list.exportRoute} state={state} name={list.title} />
          )}
        </div>
      </div>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      <SlowNote
        queryKey={queryKey}
        isFetching={isFetching}
        isStopped={isPending && !isFetching}
        onRetry={() => void refetch()}
      />
      {isPending && isFetching && <ListSkeleton />}
      {data && rows.length === 0 && (
        <Nothing
          hint={hasFilters ? t('noMatch') : list.emptyHint}
          action={
            hasFilters ? (
              <Button variant="light" onClick={state.clearFilters}>
                {t('clearFilters')}
              </Button>
            ) : (
              list.emptyAction
            )
          }
        />
      )}
      {rows.length > 0 && (
        <>
          {isPhone && rows.length > 1 && <CardOrder columns={list.columns} state={state} />}
          {isPhone ? <ListCards {...shown} /> : <ListTable {...shown} />}
          {isPhone && shown.totals && <CardTotals columns={chosen} totals={shown.totals} />}
        </>
      )}
      {data && data.total > 0 && <ListFooter state={state} data={data} lastPage={lastPage} />}
      <BulkBar
        selection={selection}
        list={{ rowId: list.rowId, rowTitle: list.rowTitle, sumOf: list.selectionSum, bulk }}
        all={{ route: list.route, state, total: data?.total ?? 0 }}
      />
      {remove.dialog}
    </Stack>
  )
}

function useBulkActions<R extends Route>(list: ListDefinition<R>, count: number): BulkAction<RowOf<R>>[] {
  const t = useTexts(listTexts)
  const may = useMay()
  const { remove, bulk = [] } = list
  if (!remove || !may(remove.route)) return [...bulk]
  const texts = { label: t('remove'), confirm: t('removeSelected', { count }) }
  return [...bulk, removalOf(remove, list.rowId, texts)]
}

function ListSkeleton() {
  return (
    <Stack gap="xs" aria-busy="true">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <Skeleton key={index} height={40} />
      ))}
    </Stack>
  )
}

const Nothing = ({ hint, action }: { hint: string; action: ReactNode }) => (
  <Paper withBorder radius="md" p="xl" ta="center" role="status">
    <Stack align="center" gap="sm">
      <Text c="dimmed" maw={480} style={{ textWrap: 'balance' }}>
        {hint}
      </Text>
      {action}
    </Stack>
  </Paper>
)
