import { gateRoutes, type GatePolicy } from '@consilium/contract/gates/gate-routes.ts'
import { Badge } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import { List } from '../../components/list/list-page.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { useOwnerName } from '../../components/rules/owner-name.ts'
import { gateTexts } from './texts.ts'

const PolicyDialog = onDemand(() => import('./policy-dialog.tsx'))

const countOf = ({ rules }: GatePolicy, wanted: 'block' | 'warn') =>
  rules.filter(({ mode }) => mode === wanted).length

function Head() {
  const t = useTexts(gateTexts)
  return (
    <PageHeader
      title={t('policies')}
      subtitle={t('policiesHint')}
      actions={
        <CreateButton route={gateRoutes.createPolicy} to="/gate-policies/new">
          {t('newPolicy')}
        </CreateButton>
      }
    />
  )
}

export function Page() {
  const t = useTexts(gateTexts)
  const frame = useTexts(frameTexts)
  const ownerName = useOwnerName()
  const [shown, setShown] = useState<GatePolicy | null>(null)
  return (
    <>
      <Head />
      <List
        name="gate-policies"
        title={t('policies')}
        route={gateRoutes.listPolicies}
        emptyHint={t('noPolicies')}
        emptyAction={<FirstButton route={gateRoutes.createPolicy} to="/gate-policies/new" />}
        rowId={({ policyId }) => policyId}
        rowTitle={({ validFrom }) => validFrom}
        rowActions={(policy) => [
          { label: t('seeRules'), icon: IconListDetails, onSelect: () => setShown(policy) },
        ]}
        filters={[]}
        columns={[
          {
            key: 'validFrom',
            label: t('validFrom'),
            sort: 'validFrom',
            render: ({ validFrom }) => validFrom,
          },
          {
            key: 'owner',
            label: t('owner'),
            render: ({ owner }) => ownerName(owner),
          },
          {
            key: 'isInForce',
            label: t('status'),
            card: 'badge',
            render: ({ isInForce }) =>
              isInForce ? <Badge variant="light">{t('inForce')}</Badge> : orNothing(null),
          },
          {
            key: 'rules',
            label: t('rules'),
            render: (policy) =>
              t('ruleCounts', { block: countOf(policy, 'block'), warn: countOf(policy, 'warn') }),
          },
          { key: 'note', label: t('note'), render: ({ note }) => orNothing(note) },
          {
            key: 'createdBy',
            label: t('createdBy'),
            render: ({ createUserName }) => orNothing(createUserName),
          },
          createTimeColumn(frame('createTime')),
        ]}
      />
      {shown && <PolicyDialog policy={shown} onClose={() => setShown(null)} />}
    </>
  )
}
