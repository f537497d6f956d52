import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { RULE_OWNER_KINDS, RULE_OWNER_LABELS } from '@consilium/contract/gates/rule-owners.ts'
import { Badge } from '@mantine/core'
import { createTimeColumn, statusColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { useOwnerName } from '../../components/rules/owner-name.ts'
import { frameTexts } from '../../components/texts.ts'
import { orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { templateTexts } from './texts.ts'

export function Page() {
  const t = useTexts(templateTexts)
  const frame = useTexts(frameTexts)
  const statuses = useStatusOptions()
  const ownerName = useOwnerName()
  const ownerLabel = useLabel(RULE_OWNER_LABELS)
  const owners = RULE_OWNER_KINDS.map((kind) => ({ value: kind, label: ownerLabel(kind) }))
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <CreateButton route={agreementRoutes.createTemplate} to="/templates/new">
            {t('create')}
          </CreateButton>
        }
      />
      <List
        name="templates"
        title={t('title')}
        route={agreementRoutes.listTemplates}
        remove={{
          route: agreementRoutes.removeTemplates,
          param: 'templateId',
          may: ({ abilities }) => abilities.remove,
          guard: 'ask',
        }}
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={agreementRoutes.createTemplate} to="/templates/new" />}
        rowId={({ templateId }) => templateId}
        rowTitle={({ templateName }) => templateName}
        rowTo={({ templateId }) => `/templates/${templateId}`}
        filters={[
          { kind: 'text', name: 'templateName', label: t('templateName') },
          { kind: 'select', name: 'ownerKind', label: t('owner'), options: owners },
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
              isDefault ? <Badge variant="light">{frame('yes')}</Badge> : orNothing(null),
          },
          { key: 'owner', label: t('owner'), render: ({ owner }) => ownerName(owner) },
          {
            key: 'validFrom',
            label: t('validFrom'),
            render: ({ isDefault, isInForce, validFrom }) =>
              isDefault
                ? `${validFrom ?? t('always')}${isInForce ? ` · ${t('inForce')}` : ''}`
                : orNothing(null),
          },
          statusColumn(frame('status')),
          createTimeColumn(frame('createTime')),
        ]}
      />
    </>
  )
}
