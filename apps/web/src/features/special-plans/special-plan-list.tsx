import { specialPlanRoutes } from '@consilium/contract/special-plans.ts'
import { IconPlus } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusBadge, useStatusOptions } from '../../components/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { day, minute, money, orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { specialPlanTexts } from './texts.ts'

export function Page() {
  const t = useTexts(specialPlanTexts)
  const frame = useTexts(frameTexts)
  const may = useMay()
  const statuses = useStatusOptions()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          may(specialPlanRoutes.create) && (
            <LinkButton to="/special-plans/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('create')}
            </LinkButton>
          )
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
        columns={[
          { key: 'planName', label: t('planName'), sort: 'planName', render: (row) => row.planName },
          {
            key: 'planType',
            label: t('planType'),
            sort: 'planType',
            render: (row) => orNothing(row.planType),
          },
          { key: 'orgName', label: t('organization'), render: (row) => orNothing(row.orgName) },
          { key: 'startTime', label: t('startTime'), sort: 'startTime', render: (row) => day(row.startTime) },
          { key: 'endTime', label: t('endTime'), sort: 'endTime', render: (row) => day(row.endTime) },
          {
            key: 'budget',
            label: t('budget'),
            sort: 'budget',
            align: 'right',
            render: (row) => money(row.budget),
          },
          {
            key: 'status',
            label: frame('status'),
            sort: 'status',
            card: 'badge',
            render: (row) => <StatusBadge status={row.status} />,
          },
          {
            key: 'createTime',
            label: frame('createTime'),
            sort: 'createTime',
            optional: true,
            render: (row) => minute(row.createTime),
          },
        ]}
      />
    </>
  )
}
