import type { Route } from '@consilium/contract/route.ts'
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useListState } from '../../lib/list-state.ts'
import { useHidden } from '../../lib/pending.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { RowOf } from '../../lib/record-of.ts'
import { RequestError } from '../request-error.tsx'
import { listTexts } from './texts.ts'
import { usePhone, useTablet } from '../use-phone.ts'
import { BulkBar, removalOf } from './bulk-bar.tsx'
import { ColumnChoice, useChosenColumns } from './column-choice.tsx'
import { ExportButton } from './export-button.tsx'
import { CardOrder, CardTotals, ListCards } from './list-cards.tsx'
import type { BulkAction, ListDefinition } from './list-definition.ts'
import { ListFilters } from './list-filters.tsx'
import { ListFooter } from './list-footer.tsx'
import type { Density } from './list-rows.ts'
import { ListTable } from './list-table.tsx'
import { useSelection } from './selection.ts'
import { useList } from './use-list.ts'
import { actionsOf, useRowRemoval } from './use-row-actions.tsx'
import { Views } from './views.tsx'

const SKELETON_ROWS = 8

/** The frame of every list: filters, order and page in the address, columns by choice, bulk actions, export. */
export function List<R extends Route>(list: ListDefinition<R> & { title: string }) {
  type Row = RowOf<R>
  const t = useTexts(listTexts)
  const may = useMay()
  const isPhone = usePhone()
  const isTablet = useTablet()
  const isHidden = useHidden(list.remove?.route.path)
  const state = useListState(list.route, list.fixed, list.order)
  const { data, error, refetch, isFetching, lastPage } = useList(list.route, state)
  const { chosen, keys, setKeys } = useChosenColumns(list.name, list.columns)
  const [density, setDensity] = usePreference<Density>('density', 'usual')
  const selection = useSelection<Row>(list.rowId, data?.rows)
  const bulk = useBulkActions(list, selection.rows.length)
  const remove = useRowRemoval(list)

  const rows = (data?.rows ?? []).filter((row) => !isHidden(list.rowId(row)))
  const isAll = data !== undefined && rows.length === data.total
  const shown = {
    rows,
    columns: chosen,
    state,
    selection: bulk.length > 0 ? selection : null,
    rowId: list.rowId,
    rowTitle: list.rowTitle,
    rowTo: list.rowTo,
    rowActions: actionsOf(list, remove.action, rows),
    totals: list.totals?.(rows, isAll) ?? null,
    density,
    isBusy: isFetching,
    caption: list.title,
  }
  const hasFilters = Object.keys(state.filters).length > 0
  return (
    <Stack gap={0}>
      <Group justify="space-between" align="flex-end" gap="sm" wrap={isTablet ? 'wrap' : 'nowrap'}>
        <ListFilters filters={list.filters} state={state} />
        <Group gap="xs" mb="sm" wrap="nowrap">
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
        </Group>
      </Group>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
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
        list={{ rowId: list.rowId, rowTitle: list.rowTitle, bulk }}
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
      <Text c="dimmed" maw={480}>
        {hint}
      </Text>
      {action}
    </Stack>
  </Paper>
)
