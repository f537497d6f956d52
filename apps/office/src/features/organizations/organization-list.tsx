import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import { IconPencil } from '@tabler/icons-react'
import { UserName } from '../../components/user-name.tsx'
import { useArchivedFilter } from '../../components/records/archive-button.tsx'
import { createTimeColumn, statusColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { organizationTexts } from './texts.ts'

function useColumns(): Column<Organization>[] {
  const t = useTexts(organizationTexts)
  const frame = useTexts(frameTexts)
  const kinds = useDictionary('org_type')
  return [
    { key: 'orgName', label: t('orgName'), sort: 'orgName', render: (row) => row.orgName },
    { key: 'orgType', label: t('orgType'), sort: 'orgType', render: (row) => kinds.label(row.orgType) },
    {
      key: 'businessNature',
      label: t('businessNature'),
      render: (row) => orNothing(row.businessNature),
    },
    {
      key: 'mainUserName',
      label: t('mainAccount'),
      render: (row) => <UserName>{row.mainUserName}</UserName>,
    },
    { key: 'mainPhone', label: t('mainPhone'), render: (row) => row.mainPhone },
    {
      key: 'surchargeRate',
      label: t('surchargeRate'),
      align: 'right',
      optional: true,
      render: (row) => row.surchargeRate ?? t('surchargeByRule'),
    },
    statusColumn(frame('status')),
    createTimeColumn(frame('createTime')),
  ]
}

export function Page() {
  const t = useTexts(organizationTexts)
  const frame = useTexts(frameTexts)
  const kinds = useDictionary('org_type')
  const statuses = useStatusOptions()
  const archived = useArchivedFilter()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <CreateButton route={organizationRoutes.create} to="/organizations/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="organizations"
        title={t('title')}
        route={organizationRoutes.list}
        exportRoute={organizationRoutes.export}
        remove={{
          route: organizationRoutes.remove,
          param: 'orgId',
          may: ({ abilities }) => abilities.remove,
          guard: 'ask',
        }}
        rowActions={({ orgId, abilities }) =>
          abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/organizations/${orgId}/edit` }]
            : []
        }
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={organizationRoutes.create} to="/organizations/new" />}
        rowId={({ orgId }) => orgId}
        rowTitle={({ orgName }) => orgName}
        rowTo={({ orgId }) => `/organizations/${orgId}`}
        filters={[
          { kind: 'text', name: 'orgName', label: t('orgName') },
          { kind: 'select', name: 'orgType', label: t('orgType'), options: kinds.options },
          { kind: 'text', name: 'businessNature', label: t('businessNature') },
          { kind: 'select', name: 'status', label: frame('status'), options: statuses },
          archived,
        ]}
        columns={useColumns()}
      />
    </>
  )
}
