import { planRoutes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { IconGavel, IconPencil } from '@tabler/icons-react'
import { AuditBadge } from '../../components/records/audit-badge.tsx'
import { createTimeColumn, useYesOrNo } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import type { BulkAction, Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call } from '../../lib/requests/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { planTexts } from './texts.ts'

function useColumns(): Column<ProjectPlan>[] {
  const t = useTexts(planTexts)
  const frame = useTexts(frameTexts)
  return [
    { key: 'planName', label: t('planName'), sort: 'planName', render: (row) => row.planName },
    {
      key: 'projectName',
      label: t('project'),
      render: (row) => orNothing(row.projectName ?? row.projectNo),
    },
    {
      key: 'planDirection',
      label: t('planDirection'),
      sort: 'planDirection',
      render: (row) => orNothing(row.planDirection),
    },
    {
      key: 'planCategory',
      label: t('planCategory'),
      sort: 'planCategory',
      render: (row) => orNothing(row.planCategory),
    },
    {
      key: 'projectForm',
      label: t('projectForm'),
      sort: 'projectForm',
      optional: true,
      render: (row) => orNothing(row.projectForm),
    },
    { key: 'submitterName', label: t('submitter'), render: (row) => row.submitterName },
    {
      key: 'auditStatus',
      label: frame('auditStatus'),
      sort: 'auditStatus',
      card: 'badge',
      render: (row) => <AuditBadge status={row.auditStatus} />,
    },
    {
      key: 'isSettled',
      label: t('isSettled'),
      sort: 'isSettled',
      render: (row) => (row.isSettled ? frame('yes') : frame('no')),
    },
    createTimeColumn(frame('createTime')),
  ]
}

/** Approves the chosen plans that wait. */
function useAudits(): BulkAction<ProjectPlan>[] {
  const frame = useTexts(frameTexts)
  const may = useMay()
  return may(planRoutes.audit)
    ? [
        {
          label: frame('approve'),
          confirm: frame('approveHint'),
          tone: 'usual',
          may: ({ abilities, auditStatus }) => abilities.audit && auditStatus === 'pending',
          run: ({ planId }) => call(planRoutes.audit, { body: { planId, auditStatus: 'approved' } }),
        },
      ]
    : []
}

export function Page() {
  const t = useTexts(planTexts)
  const frame = useTexts(frameTexts)
  const audits = useDictionary('audit_status')
  const yesOrNo = useYesOrNo()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <CreateButton route={planRoutes.create} to="/plans/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="plans"
        title={t('title')}
        route={planRoutes.list}
        exportRoute={planRoutes.export}
        remove={{
          route: planRoutes.remove,
          param: 'planId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        bulk={useAudits()}
        rowActions={({ planId, auditStatus, abilities }) => [
          ...(abilities.audit && auditStatus === 'pending'
            ? [{ label: frame('audit'), icon: IconGavel, to: `/plans/${planId}?audit=1` }]
            : []),
          ...(abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/plans/${planId}/edit` }]
            : []),
        ]}
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={planRoutes.create} to="/plans/new" />}
        rowId={({ planId }) => planId}
        rowTitle={({ planName }) => planName}
        rowTo={({ planId }) => `/plans/${planId}`}
        filters={[
          { kind: 'text', name: 'planName', label: t('planName') },
          { kind: 'text', name: 'projectName', label: t('project') },
          { kind: 'text', name: 'submitterName', label: t('submitter') },
          { kind: 'select', name: 'auditStatus', label: frame('auditStatus'), options: audits.options },
          { kind: 'select', name: 'isSettled', label: t('isSettled'), options: yesOrNo },
        ]}
        columns={useColumns()}
      />
    </>
  )
}
