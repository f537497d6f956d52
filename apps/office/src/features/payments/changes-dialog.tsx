import type { TaxMonth } from '@consilium/contract/payments/payments.ts'
import {
  taxFilingRoutes,
  type FilingAmounts,
  type FilingChange,
} from '@consilium/contract/payments/tax-filings.ts'
import { LEDGER_ITEM_LABELS } from '@consilium/contract/organizations/tax-settings.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import table from '../../components/table.module.css'
import { call } from '../../lib/requests/api.ts'
import { money, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { paymentTexts } from './texts.ts'

const FIGURES = ['income', 'payableAmount', 'vatAmount', 'surchargeAmount', 'incomeTax', 'netAmount'] as const
const TITLES = {
  income: 'income',
  payableAmount: 'payable',
  vatAmount: 'vat',
  surchargeAmount: 'surcharges',
  incomeTax: 'incomeTax',
  netAmount: 'net',
} as const satisfies Record<keyof FilingAmounts, string>

function Change({ change }: { change: FilingChange }) {
  const t = useTexts(paymentTexts)
  const item = useLabel(LEDGER_ITEM_LABELS)
  const { name, taxItem, county } = change
  return (
    <section>
      <Text size="sm" fw={600}>
        {[name, item(taxItem), county].filter((part) => part !== '').join(' · ')}
      </Text>
      <div className={table['scroll']} tabIndex={0} role="region" aria-label={`${name} ${item(taxItem)}`}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{t('item')}</th>
              <th scope="col" className={table['figure']}>
                {t('before')}
              </th>
              <th scope="col" className={table['figure']}>
                {t('after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {FIGURES.filter((figure) => change.before[figure] !== change.after[figure]).map((figure) => (
              <tr key={figure}>
                <th scope="row">{t(TITLES[figure])}</th>
                <td className={table['figure']}>{money(change.before[figure])}</td>
                <td className={table['figure']}>{money(change.after[figure])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface ChangesDialogProps {
  month: TaxMonth
  /** A correction; without it, what is not filed yet. */
  number?: number
  onClose: () => void
}

/** What a correction changes, by person and kind of work, before and after. */
export default function ChangesDialog({ month: { orgId, period }, number, onClose }: ChangesDialogProps) {
  const t = useTexts(paymentTexts)
  const query = { orgId, period, ...(number === undefined ? {} : { number }) }
  const { data, error, refetch } = useQuery({
    queryKey: [taxFilingRoutes.changes.path, query],
    queryFn: ({ signal }) => call(taxFilingRoutes.changes, { query, signal }),
  })
  const title = number === undefined ? t('compareOpen') : t('correctionNumber', { number })
  return (
    <Dialog title={`${period} · ${title}`} size="lg" onClose={onClose}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} aria-busy />}
      {data && (
        <Stack gap="md">
          {data.changes.length === 0 && <Text size="sm">{t('nothingChanged')}</Text>}
          {data.changes.map((change) => (
            <Change key={`${change.name} ${change.taxItem} ${change.county}`} change={change} />
          ))}
          <Text size="sm" c="dimmed">
            {t('changedPeople', { count: data.people })}
          </Text>
        </Stack>
      )}
    </Dialog>
  )
}
