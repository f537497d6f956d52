import { gateRoutes, type GatePolicy } from '@consilium/contract/gate-routes.ts'
import { Badge } from '@mantine/core'
import { CreateButton, FirstButton } from '../../components/create-button.tsx'
import { List } from '../../components/list/list-page.tsx'
import { createTimeColumn } from '../../components/list/standard-columns.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { gateTexts } from './texts.ts'

const countOf = ({ rules }: GatePolicy, wanted: 'block' | 'warn') =>
  rules.filter(({ mode }) => mode === wanted).length

export function Page() {
  const t = useTexts(gateTexts)
  const frame = useTexts(frameTexts)
  return (
    <>
      <PageHeader
        title={t('policies')}
        subtitle={t('policiesHint')}
        actions={
          <CreateButton route={gateRoutes.createPolicy} to="/gate-policies/new">
            {t('newPolicy')}
          </CreateButton>
        }
      />
      <List
        name="gate-policies"
        title={t('policies')}
        route={gateRoutes.listPolicies}
        emptyHint={t('noPolicies')}
        emptyAction={<FirstButton route={gateRoutes.createPolicy} to="/gate-policies/new" />}
        rowId={({ policyId }) => policyId}
        rowTitle={({ validFrom }) => validFrom}
        filters={[]}
        columns={[
          {
            key: 'validFrom',
            label: t('validFrom'),
            sort: 'validFrom',
            render: ({ validFrom }) => validFrom,
          },
          {
            key: 'isInForce',
            label: t('inForce'),
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
    </>
  )
}
