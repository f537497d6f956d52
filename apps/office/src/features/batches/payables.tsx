import { grouped } from '@consilium/contract/digits.ts'
import { batchRoutes, type PayableFee } from '@consilium/contract/batches/batches.ts'
import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { BulkAction } from '../../components/list/list-definition.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { differenceOf, sumOf } from '@consilium/web-kit/decimal.ts'
import { money } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import type { Search } from '../../lib/search.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

const MakeDialog = onDemand(() => import('./make-dialog.tsx'))

const SHOWN = {
  payable: { isPayable: 'true' },
  blocked: { isPayable: 'false' },
  all: {},
} as const
type Shown = keyof typeof SHOWN

export interface ShownFees {
  value: Shown
  query: Search
  choose: (value: Shown) => void
}

/** Which fees the page shows, kept in the address; what is payable at first. */
export function useShown(): ShownFees {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { show = '' } = search
  const value: Shown = show === 'blocked' || show === 'all' ? show : 'payable'
  return {
    value,
    query: SHOWN[value],
    choose: (next) => {
      void navigate({
        to: '.',
        search: (before: Search) => ({
          ...before,
          pageNum: '',
          after: '',
          before: '',
          show: next === 'payable' ? '' : next,
        }),
        replace: true,
        resetScroll: false,
      })
    },
  }
}

interface Making {
  sum: string
  choice: { attendeeIds: number[] } | { onlyPayable: true; name?: string }
}

/** Makes batches of selected fees or of all that is payable. */
export function useMaking() {
  const t = useTexts(batchTexts)
  const may = useMay()
  const [making, setMaking] = useState<Making | null>(null)
  const amountsOf = (rows: readonly Pick<PayableFee, 'payableAmount' | 'netAmount'>[]) => {
    const gross = sumOf(rows.map((row) => row.payableAmount))
    const net = sumOf(rows.map((row) => row.netAmount))
    return {
      count: rows.length,
      gross: money(gross),
      tax: money(differenceOf(gross, net)),
      net: money(net),
    }
  }
  const bulk: BulkAction<PayableFee>[] = [
    {
      label: t('make'),
      tone: 'usual',
      may: ({ reasons }) => reasons.length === 0,
      run: () => Promise.resolve(),
      dialog: ({ rows, onClose }) => (
        <MakeDialog
          sum={t('makeSum', amountsOf(rows))}
          choice={{ attendeeIds: rows.map(({ attendeeId }) => attendeeId) }}
          onClose={onClose}
        />
      ),
    },
  ]
  const dialog: ReactNode = making && <MakeDialog {...making} onClose={() => setMaking(null)} />
  const inWords = (rows: readonly PayableFee[]) => t('selectionSum', amountsOf(rows))
  return { inWords, dialog, start: setMaking, bulk: may(batchRoutes.create) ? bulk : [] }
}

interface AllPayableProps {
  show: ShownFees
  orgId: number | undefined
  onMake: (making: Making) => void
}

/** What everything payable comes to, with the choice of what the list shows. */
export function AllPayable({ show, orgId, onMake }: AllPayableProps) {
  const t = useTexts(batchTexts)
  const may = useMay()
  const { name }: Search = useSearch({ strict: false })
  const query = { ...(orgId === undefined ? {} : { orgId }), ...(name ? { name } : {}) }
  const { data: sums } = useQuery({
    queryKey: [batchRoutes.payableSums.path, query],
    queryFn: ({ signal }) => call(batchRoutes.payableSums, { query, signal }),
  })
  const sum = sums && {
    count: sums.payable,
    gross: money(sums.payableAmount),
    tax: money(sums.taxAmount),
    net: money(sums.netAmount),
  }
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} ${grouped(count)}`
  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <SegmentedControl
          aria-label={t('which')}
          value={show.value}
          onChange={(value) => show.choose(value as Shown)}
          data={[
            { value: 'payable', label: counted(t('payableTab'), sums?.payable) },
            { value: 'blocked', label: counted(t('blockedTab'), sums?.unpayable) },
            { value: 'all', label: t('allTab') },
          ]}
        />
        {sum && sums.payable > 0 && (
          <Group gap="sm">
            <Text size="sm">{t('allPayable', sum)}</Text>
            {may(batchRoutes.create) && (
              <Button
                onClick={() =>
                  onMake({
                    sum: t('makeSum', sum),
                    choice: { onlyPayable: true, ...(name ? { name } : {}) },
                  })
                }
              >
                {t('makeAll')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {sums?.isComplete === false && (
        <Alert color="yellow" mb="sm">
          {t('notAll')}
        </Alert>
      )}
    </>
  )
}
