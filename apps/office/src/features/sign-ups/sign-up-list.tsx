import { supportIntentRoutes, type SupportIntent } from '@consilium/contract/intents/intents.ts'
import { INTENT_STATUS_LABELS, INTENT_STATUSES } from '@consilium/contract/publicity/publicity.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { IntentBadge } from '../../components/records/intent-badge.tsx'
import { LinkButton } from '../../components/links.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import type { Column, Filter } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { money, orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { signUpTexts } from './texts.ts'

const ChangeOfferDialog = onDemand(async () => ({
  default: (await import('./intent-dialog.tsx')).ChangeOfferDialog,
}))
function useFilters(): Filter[] {
  const t = useTexts(signUpTexts)
  const label = useLabel(INTENT_STATUS_LABELS)
  return [
    { kind: 'text', name: 'projectName', label: t('project') },
    {
      kind: 'select',
      name: 'status',
      label: t('status'),
      options: INTENT_STATUSES.map((value) => ({ value, label: label(value) })),
    },
  ]
}

function useColumns(): Column<SupportIntent>[] {
  const t = useTexts(signUpTexts)
  return [
    { key: 'projectName', label: t('project'), sort: 'projectName', render: (row) => row.projectName },
    {
      key: 'amount',
      label: t('amount'),
      sort: 'amount',
      align: 'right',
      render: (row) => money(row.amount),
    },
    { key: 'projectNo', label: t('projectNo'), unbroken: true, card: 'none', render: (row) => row.projectNo },
    {
      key: 'status',
      label: t('status'),
      sort: 'status',
      card: 'badge',
      render: ({ status }) => <IntentBadge status={status} />,
    },
    { key: 'remark', label: t('remark'), render: (row) => orNothing(row.remark) },
    createTimeColumn(t('createTime')),
  ]
}

function Offers({ title, first }: { title: string; first: React.ReactNode }) {
  const t = useTexts(signUpTexts)
  const [chosen, setChosen] = useState<SupportIntent | null>(null)
  return (
    <>
      <List
        name="support-offers"
        title={title}
        route={supportIntentRoutes.list}
        remove={{
          route: supportIntentRoutes.remove,
          param: 'intentId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        rowId={({ intentId }) => intentId}
        rowTitle={({ projectName }) => projectName}
        rowActions={(row) =>
          row.abilities.update
            ? [{ label: t('change'), icon: IconPencil, onSelect: () => setChosen(row) }]
            : []
        }
        filters={useFilters()}
        columns={useColumns()}
        emptyHint={t('noOffers')}
        emptyAction={first}
      />
      {chosen && (
        <ChangeOfferDialog title={chosen.projectName} intent={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

export function Page() {
  const t = useTexts(signUpTexts)
  const title = t('title')
  const add = (
    <LinkButton to="/sign-ups/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={title} actions={add} />
      <Offers title={title} first={add} />
    </>
  )
}
