import {
  OWN_FEE_STATE_LABELS,
  ownPaymentRoutes,
  type OwnPayments,
} from '@consilium/contract/payments/own-payments.ts'
import { PAYMENT_KIND_LABELS } from '@consilium/contract/payments/payments.ts'
import { Badge, Button, Group, Paper, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { usePhone } from '../../components/forms/use-phone.ts'
import { Facts, Section } from '../../components/records/record-page.tsx'
import table from '../../components/table.module.css'
import { sumOf } from '../../lib/decimal.ts'
import { minute, money, orNothing, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { useSaving } from '../../components/dialogs/use-saving.ts'
import { ownPaymentTexts } from './own-texts.ts'

const YEARS_SHOWN = 6
const PAGE_HEIGHT = 400

interface Column {
  title: string
  isFigure?: boolean
}

function Rows({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly Column[]
  rows: readonly ReactNode[][]
}) {
  const isPhone = usePhone()
  if (isPhone)
    return (
      <Stack component="ul" gap="sm" m={0} p={0} aria-label={label} style={{ listStyle: 'none' }}>
        {rows.map((cells, row) => (
          <Paper key={row} component="li" withBorder p="sm">
            <Facts
              cols={2}
              items={cells.map((cell, at) =>
                at === 0 ? [columns[at]!.title, cell, true] : [columns[at]!.title, cell],
              )}
            />
          </Paper>
        ))}
      </Stack>
    )
  return (
    <div className={table.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={table.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, isFigure }) => (
              <th key={title} scope="col" className={isFigure ? table.figure : table.head}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) => (
                <td key={columns[at]!.title} className={columns[at]!.isFigure ? table.figure : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Pending({ pending }: Pick<OwnPayments, 'pending'>) {
  const t = useTexts(ownPaymentTexts)
  const state = useLabel(OWN_FEE_STATE_LABELS)
  if (pending.length === 0) return <Text c="dimmed">{t('nothingPending')}</Text>
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t('pendingHint')}
      </Text>
      <Rows
        label={t('pending')}
        columns={[
          { title: t('meeting') },
          { title: t('time') },
          { title: t('payer') },
          { title: t('payable'), isFigure: true },
          { title: t('net'), isFigure: true },
          { title: t('state') },
        ]}
        rows={pending.map((fee) => [
          fee.meetingName,
          minute(fee.scheduleStartTime),
          orNothing(fee.orgName),
          money(fee.payableAmount),
          money(fee.netAmount),
          <Badge key="state" variant="light" color={fee.state === 'returned' ? 'red' : 'blue'}>
            {state(fee.state)}
          </Badge>,
        ])}
      />
    </>
  )
}

function Paid({ entries, payers }: Pick<OwnPayments, 'entries' | 'payers'>) {
  const t = useTexts(ownPaymentTexts)
  const kind = useLabel(PAYMENT_KIND_LABELS)
  const figures = [t('payable'), t('taxes'), t('incomeTax'), t('net')].map((title) => ({
    title,
    isFigure: true,
  }))
  const amounts = (row: OwnPayments['payers'][number] | OwnPayments['entries'][number]) => [
    money(row.payableAmount),
    money(sumOf([row.vatAmount, row.surchargeAmount])),
    money(row.incomeTax),
    money(row.netAmount),
  ]
  if (entries.length === 0) return <Text c="dimmed">{t('nothingPaid')}</Text>
  return (
    <Stack gap="md">
      <Title order={3} size="h5">
        {t('payers')}
      </Title>
      <Rows
        label={t('payers')}
        columns={[{ title: t('payer') }, { title: t('count'), isFigure: true }, ...figures]}
        rows={payers.map((payer) => [payer.orgName, payer.count, ...amounts(payer)])}
      />
      <Title order={3} size="h5">
        {t('entries')}
      </Title>
      <Rows
        label={t('entries')}
        columns={[
          { title: t('paidDate') },
          { title: t('kind') },
          { title: t('meeting') },
          { title: t('payer') },
          ...figures,
        ]}
        rows={entries.map((entry) => [
          entry.paidDate,
          kind(entry.kind),
          entry.meetingName,
          orNothing(entry.orgName),
          ...amounts(entry),
        ])}
      />
    </Stack>
  )
}

function StatementButton({ year }: { year: number }) {
  const t = useTexts(ownPaymentTexts)
  const { isRunning, save } = useSaving()
  return (
    <Button
      loading={isRunning}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => void save(ownPaymentRoutes.statement, { query: { year } }, `${year}.pdf`)}
    >
      {t('statement')}
    </Button>
  )
}

/** An expert's own fees from estimate to payment, and a year by payer. */
export function Page() {
  const t = useTexts(ownPaymentTexts)
  const thisYear = new Date().getFullYear()
  const [year, setYear] = useState(thisYear)
  const { data, error, refetch } = useQuery({
    queryKey: [ownPaymentRoutes.ofYear.path, year],
    queryFn: ({ signal }) => call(ownPaymentRoutes.ofYear, { query: { year }, signal }),
  })
  const years = Array.from({ length: YEARS_SHOWN }, (_, back) => String(thisYear - back))
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={PAGE_HEIGHT} aria-busy />}
      {data && (
        <>
          <Section title={t('pending')}>
            <Pending pending={data.pending} />
          </Section>
          <Section
            title={String(year)}
            actions={
              <Group gap="sm">
                <Select
                  aria-label={t('year')}
                  data={years}
                  allowDeselect={false}
                  w={110}
                  value={String(year)}
                  onChange={(next) => setYear(Number(next))}
                />
                {data.entries.length > 0 && <StatementButton year={year} />}
              </Group>
            }
          >
            <Paid entries={data.entries} payers={data.payers} />
          </Section>
        </>
      )}
    </Stack>
  )
}
