import { BATCH_STATE_LABELS, BATCH_STATES } from '@consilium/contract/batches/batch-states.ts'
import { bankPresetRoutes } from '@consilium/contract/bank-files/bank-presets.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { LinkButton } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { minute, money, orNothing, useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { PayerMonthFields, usePayerMonth } from '../payments/payer-month.tsx'
import { PayerAccountButton } from './payer-account.tsx'
import { batchTexts } from './texts.ts'
import { BatchBadge } from './work.tsx'

/** The batches of a payer, the newest first. */
export function Page() {
  const t = useTexts(batchTexts)
  const label = useLabel(BATCH_STATE_LABELS)
  const may = useMay()
  const of = usePayerMonth()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('hint')}
        backTo="/labor-payments"
        actions={
          <>
            {!of.isChoosing && <PayerAccountButton />}
            {may(bankPresetRoutes.list) && (
              <LinkButton to="/labor-payments/presets" variant="default">
                {t('presets')}
              </LinkButton>
            )}
            <LinkButton to="/labor-payments/due">{t('toDue')}</LinkButton>
          </>
        }
      />
      <PayerMonthFields of={of} orgName={undefined} withMonth={false} />
      <List
        name="payment-batches"
        title={t('title')}
        route={batchRoutes.list}
        fixed={of.orgId === undefined ? {} : { orgId: String(of.orgId) }}
        emptyHint={t('none')}
        rowId={({ batchId }) => batchId}
        rowTitle={({ title }) => title}
        rowTo={({ batchId }) => `/labor-payments/batches/${batchId}`}
        filters={[
          {
            kind: 'select',
            name: 'state',
            label: t('state'),
            options: BATCH_STATES.map((value) => ({ value, label: label(value) })),
          },
        ]}
        columns={[
          { key: 'title', label: t('name'), render: ({ title }) => title },
          { key: 'state', label: t('state'), card: 'badge', render: (row) => <BatchBadge batch={row} /> },
          { key: 'payer', label: t('payer'), render: ({ orgName }) => orgName },
          { key: 'lines', label: t('lines'), align: 'right', render: ({ lines }) => lines },
          {
            key: 'net',
            label: t('net'),
            align: 'right',
            render: (row) => (row.state === 'draft' ? orNothing(null) : money(row.netAmount)),
          },
          {
            key: 'paidDate',
            label: t('paidDate'),
            unbroken: true,
            render: ({ paidDate }) => orNothing(paidDate),
          },
          {
            key: 'created',
            label: t('createdBy'),
            render: ({ createdByName, createTime }) =>
              t('byAt', { name: createdByName, time: minute(createTime) }),
          },
          {
            key: 'locked',
            label: t('lockedBy'),
            optional: true,
            render: ({ lockedByName }) => orNothing(lockedByName),
          },
          {
            key: 'released',
            label: t('releasedBy'),
            optional: true,
            render: ({ releasedByName }) => orNothing(releasedByName),
          },
        ]}
      />
    </>
  )
}
