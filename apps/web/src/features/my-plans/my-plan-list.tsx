import { AuditStatus } from '@consilium/contract/experts/expert-record.ts'
import { planRoutes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { AuditBadge } from '../../components/records/audit-badge.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton } from '../../components/records/create-button.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { myPlanTexts } from './texts.ts'

function useColumns(): Column<ProjectPlan>[] {
  const t = useTexts(myPlanTexts)
  return [
    { key: 'planName', label: t('planName'), sort: 'planName', render: (row) => row.planName },
    {
      key: 'auditStatus',
      label: t('auditStatus'),
      sort: 'auditStatus',
      card: 'badge',
      render: (row) => <AuditBadge status={row.auditStatus} />,
    },
    { key: 'project', label: t('project'), render: (row) => orNothing(row.projectName) },
    {
      key: 'planCategory',
      label: t('planCategory'),
      card: 'none',
      render: (row) => orNothing(row.planCategory),
    },
    { key: 'auditOpinion', label: t('auditOpinion'), render: (row) => orNothing(row.auditOpinion) },
    createTimeColumn(t('createTime')),
  ]
}

function MyPlans() {
  const t = useTexts(myPlanTexts)
  const statuses = useDictionary('audit_status')
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <CreateButton route={planRoutes.create} to="/my-plans/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="my-plans"
        title={t('title')}
        route={planRoutes.list}
        remove={{
          route: planRoutes.remove,
          param: 'planId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        rowId={({ planId }) => planId}
        rowTitle={({ planName }) => planName}
        rowTo={({ planId }) => `/my-plans/${planId}`}
        filters={[
          { kind: 'text', name: 'planName', label: t('planName') },
          {
            kind: 'select',
            name: 'auditStatus',
            label: t('auditStatus'),
            options: AuditStatus.options.map((value) => ({ value, label: statuses.label(value) })),
          },
        ]}
        columns={useColumns()}
        emptyHint={t('emptyHint')}
        emptyAction={
          <CreateButton route={planRoutes.create} to="/my-plans/new">
            {t('firstOne')}
          </CreateButton>
        }
      />
    </>
  )
}

export function Page() {
  const t = useTexts(myPlanTexts)
  return (
    <ApprovedOnly title={t('title')}>
      <MyPlans />
    </ApprovedOnly>
  )
}
