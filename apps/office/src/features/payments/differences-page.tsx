import { cashDifferenceRoutes, type CashDifference } from '@consilium/contract/payments/cash-differences.ts'
import { Badge, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { TextLink } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { useYesOrNo } from '../../components/list/columns/standard-columns.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { day, money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { PayerMonthFields, usePayerMonth } from './payer-month.tsx'
import { paymentTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

const SettleDialog = onDemand(() => import('./settle-dialog.tsx'))

const isToPay = ({ amount }: CashDifference) => !amount.startsWith('-')

function State({ line }: { line: CashDifference }) {
  const t = useTexts(paymentTexts)
  const { settledDate, settledByName, settledEntryId } = line
  if (settledDate === null)
    return (
      <Badge variant="light" color="orange">
        {t(isToPay(line) ? 'toPay' : 'toCollect')}
      </Badge>
    )
  const how = t(settledEntryId === null ? 'settledAlone' : 'settledWith')
  return (
    <Text size="sm">
      {dated(t('settledBy', { date: day(settledDate), name: settledByName ?? '—', how }))}
    </Text>
  )
}

/** What is still to be paid to people or collected from them, since a reversal changed the tax of their other payments. */
export function Page() {
  const t = useTexts(paymentTexts)
  const of = usePayerMonth()
  const yesOrNo = useYesOrNo()
  const [settled, setSettled] = useState<CashDifference | null>(null)
  return (
    <>
      <PageHeader title={t('differences')} subtitle={t('differencesHint')} backTo="/labor-payments" />
      <PayerMonthFields of={of} orgName={undefined} withMonth={false} />
      <List
        name="labor-payment-differences"
        title={t('differences')}
        route={cashDifferenceRoutes.list}
        exportRoute={cashDifferenceRoutes.export}
        fixed={of.orgId === undefined ? {} : { orgId: String(of.orgId) }}
        emptyHint={t('noDifferences')}
        rowId={({ lineId }) => lineId}
        rowTitle={({ name }) => name}
        rowActions={(line) =>
          line.abilities.settle
            ? [{ label: t('settle'), icon: IconCheck, onSelect: () => setSettled(line) }]
            : []
        }
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'select', name: 'isSettled', label: t('isSettled'), options: yesOrNo },
        ]}
        columns={[
          { key: 'name', label: t('name'), render: ({ name }) => name },
          {
            key: 'meeting',
            label: t('meeting'),
            render: ({ meetingId, meetingName }) => (
              <TextLink to={`/meetings/${meetingId}?tab=attendees`} inherit>
                {meetingName}
              </TextLink>
            ),
          },
          { key: 'payer', label: t('payer'), optional: true, render: (row) => row.orgName },
          {
            key: 'paidDate',
            label: t('reversedPayment'),
            unbroken: true,
            render: (row) => row.paidDate,
          },
          { key: 'amount', label: t('amount'), align: 'right', render: (row) => money(row.amount) },
          { key: 'note', label: t('note'), optional: true, render: (row) => orNothing(row.note) },
          { key: 'state', label: t('status'), card: 'badge', render: (row) => <State line={row} /> },
        ]}
        totals={(rows, isAll) => ({
          label: t(isAll ? 'sumAll' : 'sumPage'),
          values: { amount: money(sumOf(rows.map(({ amount }) => amount))) },
        })}
      />
      {settled && <SettleDialog line={settled} onClose={() => setSettled(null)} />}
    </>
  )
}
