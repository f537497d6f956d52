import { agreementRoutes } from '@consilium/contract/agreements.ts'
import { Badge } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StatusBadge, useStatusOptions } from '../../components/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { templateTexts } from './texts.ts'

export function Page() {
  const t = useTexts(templateTexts)
  const frame = useTexts(frameTexts)
  const may = useMay()
  const statuses = useStatusOptions()
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          may(agreementRoutes.createTemplate) && (
            <LinkButton to="/templates/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('create')}
            </LinkButton>
          )
        }
      />
      <List
        name="templates"
        title={t('title')}
        route={agreementRoutes.listTemplates}
        remove={{
          route: agreementRoutes.removeTemplates,
          param: 'templateId',
          may: () => true,
          guard: 'ask',
        }}
        rowId={({ templateId }) => templateId}
        rowTitle={({ templateName }) => templateName}
        rowTo={({ templateId }) => `/templates/${templateId}`}
        filters={[
          { kind: 'text', name: 'templateName', label: t('templateName') },
          { kind: 'select', name: 'status', label: frame('status'), options: statuses },
        ]}
        columns={[
          {
            key: 'templateName',
            label: t('templateName'),
            sort: 'templateName',
            render: (row) => row.templateName,
          },
          {
            key: 'isDefault',
            label: t('isDefault'),
            render: ({ isDefault }) =>
              isDefault ? <Badge variant="light">{t('isDefault')}</Badge> : orNothing(null),
          },
          {
            key: 'status',
            label: frame('status'),
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
