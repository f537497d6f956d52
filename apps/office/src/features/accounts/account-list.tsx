import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { ROLE_TYPES } from '@consilium/contract/accounts/roles.ts'
import { roleTexts } from '../../lib/session/role-texts.ts'
import { useArchivedFilter } from '../../components/records/archive-button.tsx'
import { createTimeColumn, statusColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { accountTexts } from './texts.ts'

export function Page() {
  const t = useTexts(accountTexts)
  const frame = useTexts(frameTexts)
  const role = useTexts(roleTexts)
  const statuses = useStatusOptions()
  const archived = useArchivedFilter()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('hint')}
        actions={
          <CreateButton route={accountRoutes.create} to="/accounts/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="accounts"
        title={t('title')}
        route={accountRoutes.list}
        exportRoute={accountRoutes.export}
        remove={{
          route: accountRoutes.remove,
          param: 'userId',
          may: ({ abilities }) => abilities.remove,
          guard: 'ask',
        }}
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={accountRoutes.create} to="/accounts/new" />}
        rowId={({ userId }) => userId}
        rowTitle={({ userName }) => userName}
        rowTo={({ userId }) => `/accounts/${userId}`}
        filters={[
          { kind: 'text', name: 'userName', label: t('userName') },
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'text', name: 'phone', label: t('phone') },
          {
            kind: 'select',
            name: 'roleType',
            label: t('role'),
            options: ROLE_TYPES.map((value) => ({ value, label: role(value) })),
          },
          { kind: 'select', name: 'status', label: frame('status'), options: statuses },
          archived,
        ]}
        columns={[
          { key: 'userName', label: t('userName'), sort: 'userName', render: (row) => row.userName },
          { key: 'name', label: t('name'), render: (row) => row.name },
          { key: 'roleType', label: t('role'), sort: 'roleType', render: (row) => role(row.roleType) },
          { key: 'phone', label: t('phone'), render: (row) => orNothing(row.phone) },
          statusColumn(frame('status'), { sort: 'status' }),
          createTimeColumn(frame('createTime')),
        ]}
      />
    </>
  )
}
