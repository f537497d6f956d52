import { accountRoutes, ROLE_TYPES } from '@consilium/contract/accounts.ts'
import { IconPlus } from '@tabler/icons-react'
import { roleTexts } from '../../app/texts.ts'
import { LinkButton } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusBadge, useStatusOptions } from '../../components/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { staffAccountTexts } from './texts.ts'

export function Page() {
  const t = useTexts(staffAccountTexts)
  const frame = useTexts(frameTexts)
  const role = useTexts(roleTexts)
  const statuses = useStatusOptions()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('hint')}
        actions={
          <LinkButton to="/accounts/new" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('create')}
          </LinkButton>
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
        rowId={({ userId }) => userId}
        rowTitle={({ userName }) => userName}
        rowTo={({ userId }) => `/accounts/${userId}`}
        filters={[
          { kind: 'text', name: 'userName', label: t('userName') },
          { kind: 'text', name: 'phone', label: t('phone') },
          {
            kind: 'select',
            name: 'roleType',
            label: t('role'),
            options: ROLE_TYPES.map((value) => ({ value, label: role(value) })),
          },
          { kind: 'select', name: 'status', label: frame('status'), options: statuses },
        ]}
        columns={[
          { key: 'userName', label: t('userName'), sort: 'userName', render: (row) => row.userName },
          { key: 'roleType', label: t('role'), sort: 'roleType', render: (row) => role(row.roleType) },
          { key: 'phone', label: t('phone'), render: (row) => orNothing(row.phone) },
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
            render: (row) => minute(row.createTime),
          },
        ]}
      />
    </>
  )
}
