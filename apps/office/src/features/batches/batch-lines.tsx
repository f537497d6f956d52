import {
  ACCOUNT_SOURCE_LABELS,
  LINE_REASON_LABELS,
  LINE_STATE_LABELS,
  LINE_STATES,
} from '@consilium/contract/batches/batch-states.ts'
import { batchRoutes, type PaymentBatch, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { Badge, Group, Text } from '@mantine/core'
import { dated } from '../../components/dated.tsx'
import { TextLink } from '../../components/links.tsx'
import { usePhone } from '../../components/forms/use-phone.ts'
import type { BulkAction, Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { money, orNothing, useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { paymentTexts } from '../payments/texts.ts'
import { ReceiptCell } from './receipt-cell.tsx'
import { receiptTexts } from './receipt-texts.ts'
import { batchTexts } from './texts.ts'

const ReturnDialog = onDemand(() => import('./return-dialog.tsx'))

const COLORS: Readonly<Record<PaymentBatchLine['state'], string>> = {
  draft: 'gray',
  refused: 'red',
  locked: 'yellow',
  dropped: 'red',
  exported: 'blue',
  paid: 'teal',
  returned: 'orange',
  cancelled: 'gray',
}
const AMOUNTS = ['payableAmount', 'vatAmount', 'surchargeAmount', 'incomeTax', 'netAmount'] as const
const TITLES = {
  payableAmount: 'gross',
  vatAmount: 'vat',
  surchargeAmount: 'surcharges',
  incomeTax: 'incomeTax',
  netAmount: 'net',
} as const
/** Until a line is locked its tax is not settled. */
const UNSETTLED: readonly PaymentBatchLine['state'][] = ['draft', 'refused', 'cancelled']
const SENT: readonly PaymentBatchLine['state'][] = ['exported', 'paid']
/** Lines that the sums of their batch leave out. */
const UNCOUNTED: readonly PaymentBatchLine['state'][] = ['refused', 'dropped', 'returned', 'cancelled']

/** Of what the page of the meeting has whole. */
const ONE_LINE = { style: { WebkitLineClamp: 1 } } as const

/** What the lines come to that count, as the sums of the batch. Of a draft only what is payable is known. */
function totalsOf(rows: readonly PaymentBatchLine[]): Record<string, string> {
  const counted = rows.filter(({ state }) => !UNCOUNTED.includes(state))
  const isDraft = counted.some(({ state }) => state === 'draft')
  const known = isDraft ? (['payableAmount'] as const) : AMOUNTS
  return Object.fromEntries(known.map((key) => [key, money(sumOf(counted.map((row) => row[key])))]))
}

/** Every reason why a fee is not payable; none if it is. A phone shows them all, since nothing can point at what is cut there. */
export function Reasons({ reasons, lines = 2 }: Pick<PaymentBatchLine, 'reasons'> & { lines?: number }) {
  const label = useLabel(LINE_REASON_LABELS)
  const isPhone = usePhone()
  const said = reasons.map(label).join(' · ')
  return (
    <Text size="sm" {...(isPhone ? {} : { lineClamp: lines, title: said })}>
      {said}
    </Text>
  )
}

/** Why a line is left out, came back, or pays another amount than was estimated. */
function Note({ line: { reasons, returnReason, differences } }: { line: PaymentBatchLine }) {
  const isPhone = usePhone()
  const language = useLanguage()
  if (reasons.length > 0) return <Reasons reasons={reasons} />
  const said = returnReason ?? differences.join(language === 'en' ? '; ' : '；')
  if (said === '') return orNothing(null)
  return (
    <Text size="sm" {...(isPhone ? {} : { lineClamp: 2, title: said })}>
      {dated(said)}
    </Text>
  )
}

/** The account in two lines; what somebody has to look at comes before the bank. */
function Account({ line }: { line: PaymentBatchLine }) {
  const { bankName, bankAccount, accountOf, isAccountDoubtful, clearingCode } = line
  const t = useTexts(batchTexts)
  const source = useLabel(ACCOUNT_SOURCE_LABELS)
  const isPhone = usePhone()
  const doubts = [
    ...(isAccountDoubtful ? [t('doubtful')] : []),
    ...(accountOf === 'profile' ? [source(accountOf)] : []),
  ]
  return (
    <>
      <Text size="sm">{orNothing(bankAccount)}</Text>
      <Group gap="0 0.375rem" wrap={isPhone ? 'wrap' : 'nowrap'} fz="xs" c="dimmed">
        {doubts.length > 0 && (
          <Text span inherit c="var(--mantine-color-error)" style={{ flexShrink: 0 }}>
            {doubts.join(' · ')}
          </Text>
        )}
        <Text span inherit {...(isPhone ? {} : { truncate: true, title: bankName ?? undefined })}>
          {bankName}
        </Text>
        {clearingCode !== null && (
          <Text span inherit title={t('clearingCode', { code: clearingCode })}>
            {isPhone ? t('clearingCode', { code: clearingCode }) : clearingCode}
          </Text>
        )}
      </Group>
    </>
  )
}

function useColumns({ abilities }: PaymentBatch): Column<PaymentBatchLine>[] {
  const t = useTexts(batchTexts)
  const receipt = useTexts(receiptTexts)
  const state = useLabel(LINE_STATE_LABELS)
  const isPhone = usePhone()
  return [
    {
      key: 'name',
      label: t('payee'),
      render: ({ name, meetingId, meetingName }) => (
        <>
          <Text size="sm">{name}</Text>
          <TextLink to={`/meetings/${meetingId}?tab=attendees`} size="xs" {...(isPhone ? {} : ONE_LINE)}>
            {meetingName}
          </TextLink>
        </>
      ),
    },
    {
      key: 'state',
      label: t('state'),
      card: 'badge',
      render: (line) => (
        <Badge variant="light" color={COLORS[line.state]}>
          {state(line.state)}
        </Badge>
      ),
    },
    { key: 'account', label: t('account'), render: (line) => <Account line={line} /> },
    ...AMOUNTS.map((key) => ({
      key,
      label: t(TITLES[key]),
      align: 'right' as const,
      ...(key === 'vatAmount' || key === 'surchargeAmount' ? { optional: true as const } : {}),
      render: (line: PaymentBatchLine) =>
        key !== 'payableAmount' && UNSETTLED.includes(line.state) ? orNothing(null) : money(line[key]),
    })),
    {
      key: 'estimatedNet',
      label: t('estimatedNet'),
      align: 'right',
      optional: true,
      render: ({ estimatedNet }) => money(estimatedNet),
    },
    {
      key: 'reference',
      label: t('reference'),
      optional: true,
      unbroken: true,
      render: ({ reference }) => orNothing(reference),
    },
    ...(abilities.download
      ? [
          {
            key: 'receipt',
            label: receipt('receipt'),
            render: (line: PaymentBatchLine) => <ReceiptCell line={line} />,
          },
        ]
      : []),
    { key: 'note', label: t('note'), render: (line) => <Note line={line} /> },
  ]
}

function useBulk({ batchId, abilities }: PaymentBatch): BulkAction<PaymentBatchLine>[] {
  const t = useTexts(batchTexts)
  const actions: BulkAction<PaymentBatchLine>[] = []
  const removeAll = async (lines: readonly PaymentBatchLine[]) => {
    const attendeeIds = lines.map(({ attendeeId }) => attendeeId)
    await call(batchRoutes.removeLines, { body: { batchId, attendeeIds } })
    return new Map<number, string>()
  }
  if (abilities.change)
    actions.push({
      label: t('remove'),
      may: () => true,
      run: (line) => removeAll([line]),
      runAll: removeAll,
    })
  if (abilities.settle)
    actions.push({
      label: t('return'),
      tone: 'danger',
      may: ({ state }) => SENT.includes(state),
      run: () => Promise.resolve(),
      dialog: ({ rows, onClose }) => (
        <ReturnDialog batchId={batchId} lineIds={rows.map(({ lineId }) => lineId)} onClose={onClose} />
      ),
    })
  return actions
}

/** The lines of a batch: who gets what, and what became of it. */
export function BatchLines({ batch }: { batch: PaymentBatch }) {
  const t = useTexts(batchTexts)
  const receipt = useTexts(receiptTexts)
  const sums = useTexts(paymentTexts)
  const state = useLabel(LINE_STATE_LABELS)
  return (
    <List
      name="payment-batch-lines"
      title={t('lines')}
      route={batchRoutes.lines}
      fixed={{ batchId: String(batch.batchId) }}
      order={{ orderByColumn: 'lineId', isAsc: 'asc' }}
      emptyHint={t('noLines')}
      rowId={({ lineId }) => lineId}
      rowTitle={({ name }) => name}
      filters={[
        { kind: 'text', name: 'name', label: t('payee') },
        {
          kind: 'select',
          name: 'state',
          label: t('state'),
          options: LINE_STATES.map((value) => ({ value, label: state(value) })),
        },
        ...(batch.abilities.download
          ? [
              {
                kind: 'select' as const,
                name: 'hasReceipt',
                label: receipt('receipt'),
                options: [
                  { value: 'true', label: receipt('has') },
                  { value: 'false', label: receipt('lacks') },
                ],
              },
            ]
          : []),
      ]}
      columns={useColumns(batch)}
      bulk={useBulk(batch)}
      totals={(rows, isAll) => ({
        label: sums(isAll ? 'sumAll' : 'sumPage'),
        values: totalsOf(rows),
      })}
    />
  )
}
