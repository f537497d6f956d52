import {
  PAYMENT_KIND_LABELS,
  PAYMENT_KINDS,
  paymentRoutes,
  TAX_REGIME_LABELS,
  type LaborPayment,
} from '@consilium/contract/payments/payments.ts'
import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCash, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { LinkButton, TextLink } from '../../components/links.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { useYesOrNo } from '../../components/list/columns/standard-columns.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { MonthSection } from './month-section.tsx'
import { OpenDifferences } from './open-differences.tsx'
import { PayerMonthFields, usePayerMonth, useTaxMonth, type PayerMonth } from './payer-month.tsx'
import { paymentTexts } from './texts.ts'

const ExplainDialog = onDemand(() => import('./explain-dialog.tsx'))
const ReverseDialog = onDemand(() => import('./reverse-dialog.tsx'))

const SUMMED = ['payableAmount', 'vatAmount', 'surchargeAmount', 'incomeTax', 'netAmount'] as const
const TITLES = {
  payableAmount: 'payable',
  vatAmount: 'vat',
  surchargeAmount: 'surcharges',
  incomeTax: 'incomeTax',
  netAmount: 'net',
} as const

/** Whether an entry is a payment that counts, one that was reversed, or a reversal; and whether it corrects a return. */
function EntryBadges({ entry: { kind, isLive, isCorrection } }: { entry: LaborPayment }) {
  const t = useTexts(paymentTexts)
  const state = kind === 'reversal' ? 'reversal' : isLive ? 'paid' : 'reversed'
  const color = { reversal: 'orange', paid: 'teal', reversed: 'gray' }[state]
  return (
    <Group gap={4} wrap="nowrap">
      <Badge variant="light" color={color}>
        {t(state)}
      </Badge>
      {isCorrection && (
        <Badge variant="light" color="red">
          {t('correction')}
        </Badge>
      )}
    </Group>
  )
}

function useColumns(): Column<LaborPayment>[] {
  const t = useTexts(paymentTexts)
  const forms = useDictionary('labor_form')
  const regime = useLabel(TAX_REGIME_LABELS)
  return [
    { key: 'name', label: t('name'), render: ({ name }) => name },
    {
      key: 'paidDate',
      label: t('paidDate'),
      sort: 'paidDate',
      unbroken: true,
      render: (row) => row.paidDate,
    },
    {
      key: 'meeting',
      label: t('meeting'),
      render: ({ meetingId, meetingName }) => (
        <TextLink to={`/meetings/${meetingId}?tab=attendees`} inherit>
          {meetingName}
        </TextLink>
      ),
    },
    {
      key: 'laborForm',
      label: t('laborForm'),
      optional: true,
      render: (row) => forms.label(row.laborForm),
    },
    { key: 'payer', label: t('payer'), optional: true, render: (row) => row.orgName },
    { key: 'regime', label: t('regime'), optional: true, render: (row) => regime(row.regime) },
    ...SUMMED.map((key) => ({
      key,
      label: t(TITLES[key]),
      ...(key === 'payableAmount' ? { sort: key } : {}),
      align: 'right' as const,
      render: (row: LaborPayment) => money(row[key]),
    })),
    {
      key: 'cashAmount',
      label: t('cash'),
      optional: true,
      align: 'right',
      render: (row) => money(row.cashAmount),
    },
    {
      key: 'bankReference',
      label: t('bankReference'),
      optional: true,
      render: (row) => orNothing(row.bankReference),
    },
    { key: 'reason', label: t('reason'), optional: true, render: (row) => orNothing(row.reason) },
    { key: 'status', label: t('status'), card: 'badge', render: (row) => <EntryBadges entry={row} /> },
  ]
}

function Entries({ of: { orgId, period } }: { of: PayerMonth }) {
  const t = useTexts(paymentTexts)
  const kind = useLabel(PAYMENT_KIND_LABELS)
  const yesOrNo = useYesOrNo()
  const [asked, setAsked] = useState<{ what: 'explain' | 'reverse'; entry: LaborPayment } | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <List
        name="labor-payments"
        title={t('entries')}
        route={paymentRoutes.list}
        fixed={{ period, ...(orgId === undefined ? {} : { orgId: String(orgId) }) }}
        emptyHint={t('noEntries')}
        rowId={({ entryId }) => entryId}
        rowTitle={({ name }) => name}
        rowActions={(entry) => [
          {
            label: t('why'),
            icon: IconInfoCircle,
            onSelect: () => setAsked({ what: 'explain', entry }),
          },
          ...(entry.abilities.reverse
            ? [
                {
                  label: t('reverse'),
                  icon: IconArrowBackUp,
                  tone: 'danger' as const,
                  onSelect: () => setAsked({ what: 'reverse', entry }),
                },
              ]
            : []),
        ]}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          {
            kind: 'select',
            name: 'kind',
            label: t('kind'),
            options: PAYMENT_KINDS.map((value) => ({ value, label: kind(value) })),
          },
          { kind: 'select', name: 'isCorrection', label: t('correction'), options: yesOrNo },
        ]}
        columns={useColumns()}
        totals={(rows, isAll) => ({
          label: t(isAll ? 'sumAll' : 'sumPage'),
          values: Object.fromEntries(SUMMED.map((key) => [key, money(sumOf(rows.map((row) => row[key])))])),
        })}
      />
      {asked?.what === 'explain' && <ExplainDialog entry={asked.entry} onClose={close} />}
      {asked?.what === 'reverse' && <ReverseDialog entry={asked.entry} onClose={close} />}
    </>
  )
}

/** About that of a month, so that the entries below hardly move. */
const MONTH_HEIGHT = { base: 640, sm: 130 }

/** What a payer paid and withheld in a month: the sums, the filing with its files, and every payment. */
export function Page() {
  const t = useTexts(paymentTexts)
  const of = usePayerMonth()
  const { data: month, error, refetch, isLoading } = useTaxMonth(of)
  const { orgId } = of
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <LinkButton to="/labor-payments/papers" variant="default">
              {t('papers')}
            </LinkButton>
            <LinkButton to="/labor-payments/batches" variant="default">
              {t('batches')}
            </LinkButton>
            <LinkButton
              to={orgId === undefined ? '/labor-payments/due' : `/labor-payments/due?orgId=${orgId}`}
              leftSection={<IconCash size={16} aria-hidden />}
            >
              {t('due')}
            </LinkButton>
          </>
        }
      />
      <Group gap="0 0.75rem" align="flex-end">
        <PayerMonthFields of={of} orgName={month?.orgName} />
        <div style={{ flex: '1 1 20rem' }}>
          <OpenDifferences orgId={orgId} />
        </div>
      </Group>
      <Stack gap="sm">
        {error && <RequestError error={error} onRetry={() => void refetch()} />}
        {isLoading && <Skeleton h={MONTH_HEIGHT} />}
        {month && <MonthSection key={`${month.orgId} ${month.period}`} month={month} />}
        {!month && !error && !isLoading && (
          <Text size="sm" c="dimmed">
            {t('choosePayer')}
          </Text>
        )}
        <Entries of={of} />
      </Stack>
    </>
  )
}
