import { specialPlanRoutes, type SpecialPlan } from '@consilium/contract/plans/special-plans.ts'
import { statusColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { day, minute, money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { specialPlanTexts } from './texts.ts'

function useColumns(): Column<SpecialPlan>[] {
  const t = useTexts(specialPlanTexts)
  const frame = useTexts(frameTexts)
  return [
    { key: 'planName', label: t('planName'), sort: 'planName', render: (row) => row.planName },
    {
      key: 'planType',
      label: t('planType'),
      sort: 'planType',
      render: (row) => orNothing(row.planType),
    },
    { key: 'orgName', label: t('organization'), render: (row) => orNothing(row.orgName) },
    {
      key: 'startTime',
      label: t('startTime'),
      sort: 'startTime',
      unbroken: true,
      render: (row) => day(row.startTime),
    },
    {
      key: 'endTime',
      label: t('endTime'),
      sort: 'endTime',
      unbroken: true,
      render: (row) => day(row.endTime),
    },
    {
      key: 'budget',
      label: t('budget'),
      sort: 'budget',
      align: 'right',
      render: (row) => money(row.budget),
    },
    statusColumn(frame('status'), { sort: 'status' }),
    {
      key: 'createTime',
      label: frame('createTime'),
      sort: 'createTime',
      unbroken: true,
      optional: true,
      render: (row) => minute(row.createTime),
    },
  ]
}

export function Page() {
  const t = useTexts(specialPlanTexts)
  const frame = useTexts(frameTexts)
  const statuses = useStatusOptions()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <CreateButton route={specialPlanRoutes.create} to="/special-plans/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="special-plans"
        title={t('title')}
        route={specialPlanRoutes.list}
        exportRoute={specialPlanRoutes.export}
        remove={{
          route: specialPlanRoutes.remove,
          param: 'specialPlanId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={specialPlanRoutes.create} to="/special-plans/new" />}
        rowId={({ specialPlanId }) => specialPlanId}
        rowTitle={({ planName }) => planName}
        rowTo={({ specialPlanId }) => `/special-plans/${specialPlanId}`}
        filters={[
          { kind: 'text', name: 'planName', label: t('planName') },
          { kind: 'text', name: 'planType', label: t('planType') },
          { kind: 'text', name: 'orgName', label: t('organization') },
          { kind: 'select', name: 'status', label: frame('status'), options: statuses },
          { kind: 'range', of: 'StartTime', label: t('startTime'), unit: 'time' },
        ]}
        columns={useColumns()}
      />
    </>
  )
}
