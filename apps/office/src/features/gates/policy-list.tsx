import { gateRoutes, type GatePolicy } from '@consilium/contract/gates/gate-routes.ts'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useTexts } from '../../lib/texts.ts'
import { useStart } from '../../components/rules/start.ts'
import { useVersionColumns } from '../../components/rules/version-columns.tsx'
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
  const start = useStart()
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
        rowTitle={start}
        rowActions={(policy) => [
          { label: t('seeRules'), icon: IconListDetails, onSelect: () => setShown(policy) },
        ]}
        filters={[]}
        columns={useVersionColumns<GatePolicy>({
          key: 'rules',
          label: t('rules'),
          render: (policy) =>
            t('ruleCounts', { block: countOf(policy, 'block'), warn: countOf(policy, 'warn') }),
        })}
      />
      {shown && <PolicyDialog policy={shown} onClose={() => setShown(null)} />}
    </>
  )
}
