import {
  executionIntentRoutes,
  supportIntentRoutes,
  type ExecutionIntent,
  type SupportIntent,
} from '@consilium/contract/intents/intents.ts'
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
import { useRole } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { signUpTexts } from './texts.ts'

const ChangeOfferDialog = onDemand(async () => ({
  default: (await import('./intent-dialog.tsx')).ChangeOfferDialog,
}))
const ChangeSignUpDialog = onDemand(async () => ({
  default: (await import('./intent-dialog.tsx')).ChangeSignUpDialog,
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

type Common = Pick<ExecutionIntent, 'projectName' | 'projectNo' | 'status' | 'remark' | 'createTime'>

function useColumns<Row extends Common>(): Column<Row>[] {
  const t = useTexts(signUpTexts)
  return [
    { key: 'projectName', label: t('project'), sort: 'projectName', render: (row) => row.projectName },
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

function SignUps({ title, first }: { title: string; first: React.ReactNode }) {
  const t = useTexts(signUpTexts)
  const [chosen, setChosen] = useState<ExecutionIntent | null>(null)
  return (
    <>
      <List
        name="sign-ups"
        title={title}
        route={executionIntentRoutes.list}
        remove={{
          route: executionIntentRoutes.remove,
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
        columns={useColumns<ExecutionIntent>()}
        emptyHint={t('noSignUps')}
        emptyAction={first}
      />
      {chosen && (
        <ChangeSignUpDialog title={chosen.projectName} intent={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

function Offers({ title, first }: { title: string; first: React.ReactNode }) {
  const t = useTexts(signUpTexts)
  const [chosen, setChosen] = useState<SupportIntent | null>(null)
  const [project, ...columns] = useColumns<SupportIntent>()
  const amount: Column<SupportIntent> = {
    key: 'amount',
    label: t('amount'),
    sort: 'amount',
    align: 'right',
    render: (row) => money(row.amount),
  }
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
        columns={project ? [project, amount, ...columns] : []}
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
  const isSponsor = useRole() === 'sponsor'
  const title = t(isSponsor ? 'titleOfSponsor' : 'titleOfExpert')
  const add = (
    <LinkButton to="/sign-ups/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t(isSponsor ? 'newOfSponsor' : 'newOfExpert')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={title} actions={add} />
      {isSponsor ? <Offers title={title} first={add} /> : <SignUps title={title} first={add} />}
    </>
  )
}
