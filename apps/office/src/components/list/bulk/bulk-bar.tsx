import { Button, CloseButton, Group, Paper, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import type { Route } from '@consilium/contract/route.ts'
import { callLoosely } from '../../../lib/requests/api.ts'
import type { ListState } from '../../../lib/list-state.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Confirm } from '../../dialogs/confirm.tsx'
import { onDemand } from '../../on-demand.tsx'
import { frameTexts } from '../../texts.ts'
import { listTexts } from '../texts.ts'
import { useBulk } from './bulk.ts'
import type { BulkAction, Removal } from '../list-definition.ts'
import { SelectMatching } from './select-matching.tsx'
import type { Selection } from './selection.ts'
import classes from '../list.module.css'

const Report = onDemand(() => import('./bulk-report.tsx'))

interface BulkList<Row> {
  rowId: (row: Row) => number
  rowTitle: (row: Row) => string
  sumOf?: ((rows: readonly Row[]) => string) | undefined
  bulk: readonly BulkAction<Row>[]
}

interface BulkBarProps<Row> {
  selection: Selection<Row>
  list: BulkList<Row>
  /** The list whose other pages can be selected as well. */
  all: { route: Route; state: ListState; total: number }
}

/** Actions for the selected rows; screen readers hear how many are selected. */
export function BulkBar<Row>({ selection, list, all }: BulkBarProps<Row>) {
  const t = useTexts(listTexts)
  const frame = useTexts(frameTexts)
  const { run, running, report, dismiss } = useBulk(list.rowId, list.rowTitle)
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null)
  const count = selection.rows.length
  const start = async (action: BulkAction<Row>) => {
    // Asked for these rows only; otherwise each row that does not apply gets its reason from the service.
    const rows = action.dialog ? selection.rows.filter(action.may) : selection.rows
    const { failures } = await run(rows, action)
    const failed = new Set(failures.map(({ id }) => id))
    selection.toggle(
      selection.rows.filter((row) => !failed.has(list.rowId(row))),
      false,
    )
  }
  return (
    <>
      <div role="status" aria-live="polite" className={classes.bulkPlace}>
        {count > 0 && (
          <Paper className={classes.bulk} withBorder shadow="md" radius="md">
            <Group justify="space-between" gap="sm">
              <Group gap="xs">
                <CloseButton aria-label={t('clearSelection')} onClick={selection.clear} />
                <Text size="sm" fw={600}>
                  {t('selected', { count })}
                </Text>
                {list.sumOf && <Text size="sm">{list.sumOf(selection.rows)}</Text>}
                <SelectMatching selection={selection} all={all} />
              </Group>
              <Group gap="xs">
                {list.bulk.map((action) => (
                  <Button
                    key={action.label}
                    variant="light"
                    {...(action.tone === 'danger' ? { color: 'red' } : {})}
                    disabled={running !== null || !selection.rows.some(action.may)}
                    onClick={() =>
                      action.confirm === undefined && !action.dialog ? void start(action) : setAsking(action)
                    }
                  >
                    {action.label}
                  </Button>
                ))}
              </Group>
            </Group>
            {running && (
              <Progress mt="xs" value={(100 * running.done) / running.of} aria-label={frame('loading')} />
            )}
          </Paper>
        )}
      </div>
      {asking?.dialog?.({
        rows: selection.rows.filter(asking.may),
        start: (runOne) => {
          setAsking(null)
          void start({ ...asking, run: runOne })
        },
        onClose: () => setAsking(null),
      })}
      {asking && !asking.dialog && (
        <Confirm
          title={t('bulkTitle', { action: asking.label, count: selection.rows.filter(asking.may).length })}
          confirmLabel={asking.label}
          danger={asking.tone !== 'usual'}
          onConfirm={() => start(asking)}
          onClose={() => setAsking(null)}
        >
          {asking.confirm}
        </Confirm>
      )}
      {report && report.failures.length > 0 && <Report report={report} onClose={dismiss} />}
    </>
  )
}

/** Deletes the selected rows one by one, so that each failure has its own reason. */
export function removalOf<Row>(
  { route, param, may }: Removal<Row>,
  rowId: (row: Row) => number,
  texts: { label: string; confirm: string },
): BulkAction<Row> {
  const run = (row: Row) => callLoosely(route, { params: { [param]: String(rowId(row)) } })
  return { ...texts, may, run, tone: 'danger' }
}
