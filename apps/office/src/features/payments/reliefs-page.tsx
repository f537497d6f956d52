import { regionName } from '@consilium/contract/persons/personal-facts.ts'
import {
  RELIEF_STATUS_LABELS,
  RELIEF_STATUSES,
  treatyReliefRoutes,
  type TreatyRelief,
} from '@consilium/contract/payments/treaty-reliefs.ts'
import { Anchor, Badge } from '@mantine/core'
import { IconCheck, IconPlayerStop, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { day, orNothing, useLabel } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { PayerMonthFields, usePayerMonth } from './payer-month.tsx'
import { paymentTexts } from './texts.ts'
import { reliefTexts } from './relief-texts.ts'

const COLORS = { pending: 'orange', approved: 'teal', refused: 'red', withdrawn: 'gray' } as const

/** `0.1` → `10`, without the traces of binary fractions. */
const percentOf = (rate: string) => String(Number((Number(rate) * 100).toFixed(2)))

function Document({ fileUrl }: TreatyRelief) {
  const t = useTexts(reliefTexts)
  return (
    <Anchor href={fileUrl} target="_blank" rel="noreferrer" size="sm">
      {t('open')}
    </Anchor>
  )
}

function useColumns(): Column<TreatyRelief>[] {
  const t = useTexts(reliefTexts)
  const language = useLanguage()
  const status = useLabel(RELIEF_STATUS_LABELS)
  return [
    { key: 'name', label: t('name'), render: ({ name }) => name },
    { key: 'payer', label: t('payer'), optional: true, render: (row) => row.orgName },
    { key: 'country', label: t('country'), render: (row) => regionName(row.country, language) },
    { key: 'article', label: t('article'), render: (row) => row.article },
    {
      key: 'rate',
      label: t('rate'),
      render: ({ rate }) => (Number(rate) === 0 ? t('exempt') : t('upTo', { percent: percentOf(rate) })),
    },
    {
      key: 'period',
      label: t('period'),
      unbroken: true,
      render: (row) => `${day(row.validFrom)} – ${day(row.validTo)}`,
    },
    {
      key: 'askedBy',
      label: t('askedBy'),
      optional: true,
      render: (row) => orNothing(row.askedByName),
    },
    { key: 'document', label: t('document'), render: (row) => <Document {...row} /> },
    {
      key: 'status',
      label: t('status'),
      card: 'badge',
      render: (row) => (
        <Badge variant="light" color={COLORS[row.status]}>
          {status(row.status)}
        </Badge>
      ),
    },
  ]
}

function useDecisions() {
  const t = useTexts(reliefTexts)
  const say = useErrorText()
  const decision = useSend(treatyReliefRoutes.decide)
  const ending = useSend(treatyReliefRoutes.withdraw)
  const run = (work: Promise<unknown>, title: string) =>
    work.then(
      () => notifyDone(t('decided')),
      (error: unknown) => notifyFailed(title, say(error)),
    )
  const decide = ({ reliefId }: TreatyRelief, isApproved: boolean) =>
    void run(decision.mutateAsync({ body: { reliefId, isApproved } }), t(isApproved ? 'approve' : 'refuse'))
  const end = ({ reliefId }: TreatyRelief) => run(ending.mutateAsync({ body: { reliefId } }), t('end'))
  return { decide, end }
}

const DUE_PATH = '/labor-payments/due'

/** Relief that payers give non-residents, for whoever decides on it. */
export function Page() {
  const t = useTexts(reliefTexts)
  const payments = useTexts(paymentTexts)
  const of = usePayerMonth()
  const status = useLabel(RELIEF_STATUS_LABELS)
  const { decide, end } = useDecisions()
  const [ended, setEnded] = useState<TreatyRelief | null>(null)
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        backTo={DUE_PATH}
        trail={[{ label: payments('due'), to: DUE_PATH }]}
      />
      <PayerMonthFields of={of} orgName={undefined} withMonth={false} />
      <List
        name="treaty-reliefs"
        title={t('title')}
        route={treatyReliefRoutes.list}
        fixed={of.orgId === undefined ? {} : { orgId: String(of.orgId) }}
        emptyHint={t('empty')}
        rowId={({ reliefId }) => reliefId}
        rowTitle={({ name }) => name}
        rowActions={(relief) => [
          ...(relief.abilities.decide
            ? [
                { label: t('approve'), icon: IconCheck, onSelect: () => decide(relief, true) },
                { label: t('refuse'), icon: IconX, onSelect: () => decide(relief, false) },
              ]
            : []),
          ...(relief.abilities.withdraw
            ? [{ label: t('end'), icon: IconPlayerStop, onSelect: () => setEnded(relief) }]
            : []),
        ]}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          {
            kind: 'select',
            name: 'status',
            label: t('status'),
            options: RELIEF_STATUSES.map((value) => ({ value, label: status(value) })),
          },
        ]}
        columns={useColumns()}
      />
      {ended && (
        <Confirm
          title={t('end')}
          confirmLabel={t('end')}
          danger
          onConfirm={() => end(ended)}
          onClose={() => setEnded(null)}
        >
          {t('endHint')}
        </Confirm>
      )}
    </>
  )
}
