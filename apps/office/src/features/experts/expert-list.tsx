import { expertRoutes, type Expert } from '@consilium/contract/experts/experts.ts'
import { IconGavel, IconPencil } from '@tabler/icons-react'
import { AuditBadge } from '../../components/records/audit-badge.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call } from '../../lib/requests/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { expertTexts } from './texts.ts'

function useColumns(): Column<Expert>[] {
  const t = useTexts(expertTexts)
  const frame = useTexts(frameTexts)
  return [
    { key: 'name', label: t('name'), sort: 'name', render: (row) => row.name },
    { key: 'phone', label: t('phone'), render: (row) => row.phone },
    { key: 'unit', label: t('unit'), sort: 'unit', render: (row) => orNothing(row.unit) },
    { key: 'department', label: t('department'), render: (row) => orNothing(row.department) },
    { key: 'title', label: t('title'), render: (row) => orNothing(row.title) },
    {
      key: 'auditStatus',
      label: frame('auditStatus'),
      sort: 'auditStatus',
      card: 'badge',
      render: (row) => <AuditBadge status={row.auditStatus} />,
    },
    { key: 'idCardNo', label: t('idCardNo'), optional: true, render: (row) => orNothing(row.idCardNo) },
    {
      key: 'bankAccount',
      label: t('bankAccount'),
      optional: true,
      render: (row) => orNothing(row.bankAccount),
    },
    createTimeColumn(frame('createTime')),
  ]
}

export function Page() {
  const t = useTexts(expertTexts)
  const frame = useTexts(frameTexts)
  const audits = useDictionary('audit_status')
  return (
    <>
      <PageHeader
        title={t('experts')}
        actions={
          <CreateButton route={expertRoutes.create} to="/experts/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="experts"
        title={t('experts')}
        route={expertRoutes.list}
        exportRoute={expertRoutes.export}
        remove={{
          route: expertRoutes.remove,
          param: 'expertId',
          may: ({ abilities }) => abilities.remove,
          guard: 'ask',
        }}
        bulk={[
          {
            label: frame('approve'),
            confirm: frame('approveHint'),
            tone: 'usual',
            may: ({ auditStatus, abilities }) => abilities.audit && auditStatus !== 'approved',
            run: ({ expertId, version }) =>
              call(expertRoutes.update, { body: { expertId, version, auditStatus: 'approved' } }),
          },
        ]}
        rowActions={({ expertId, auditStatus, abilities }) => [
          ...(abilities.audit && auditStatus === 'pending'
            ? [{ label: frame('audit'), icon: IconGavel, to: `/experts/${expertId}?audit=1` }]
            : []),
          ...(abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/experts/${expertId}/edit` }]
            : []),
        ]}
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={expertRoutes.create} to="/experts/new" />}
        rowId={({ expertId }) => expertId}
        rowTitle={({ name }) => name}
        rowTo={({ expertId }) => `/experts/${expertId}`}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'text', name: 'phone', label: t('phone') },
          { kind: 'text', name: 'unit', label: t('unit') },
          { kind: 'text', name: 'department', label: t('department') },
          { kind: 'select', name: 'auditStatus', label: frame('auditStatus'), options: audits.options },
        ]}
        columns={useColumns()}
      />
    </>
  )
}
