import { DIMENSION_LABELS } from '@consilium/contract/dimensions/dimension-record.ts'
import { dimensionRoutes, type Dimension } from '@consilium/contract/dimensions/dimensions.ts'
import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import { Badge } from '@mantine/core'
import { IconFileSpreadsheet, IconPencil } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useLabel } from '../../lib/format.ts'
import { useMay, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useKinds } from './kinds.ts'
import { dimensionTexts } from './texts.ts'

function useColumns(): Column<Dimension>[] {
  const t = useTexts(dimensionTexts)
  const frame = useTexts(frameTexts)
  const kind = useLabel(DIMENSION_LABELS)
  const status = useLabel(STATUS_LABELS)
  const { organization } = useSession()
  return [
    { key: 'name', label: t('name'), sort: 'name', render: (row) => row.name },
    { key: 'code', label: t('code'), sort: 'code', unbroken: true, render: (row) => row.code },
    { key: 'kind', label: t('kind'), sort: 'kind', unbroken: true, render: (row) => kind(row.kind) },
    {
      key: 'status',
      label: t('status'),
      card: 'badge',
      render: (row) => (
        <Badge variant="light" color={row.status === '0' ? 'teal' : 'gray'}>
          {status(row.status)}
        </Badge>
      ),
    },
    ...(organization === null
      ? [{ key: 'orgName', label: t('sponsor'), render: (row: Dimension) => row.orgName }]
      : []),
    createTimeColumn(frame('createTime')),
  ]
}

function Actions() {
  const t = useTexts(dimensionTexts)
  const may = useMay()
  return (
    <>
      {may(dimensionRoutes.import) && (
        <LinkButton
          to="/dimensions/import"
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        >
          {t('import')}
        </LinkButton>
      )}
      <CreateButton route={dimensionRoutes.create} to="/dimensions/new">
        {t('create')}
      </CreateButton>
    </>
  )
}

export function Page() {
  const t = useTexts(dimensionTexts)
  const frame = useTexts(frameTexts)
  const status = useLabel(STATUS_LABELS)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<Actions />} />
      <List
        name="dimensions"
        title={t('title')}
        route={dimensionRoutes.list}
        exportRoute={dimensionRoutes.export}
        remove={{
          route: dimensionRoutes.remove,
          param: 'dimensionId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        rowActions={({ dimensionId, abilities }) =>
          abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/dimensions/${dimensionId}/edit` }]
            : []
        }
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={dimensionRoutes.create} to="/dimensions/new" />}
        rowId={({ dimensionId }) => dimensionId}
        rowTitle={({ name, code }) => `${code} ${name}`}
        rowTo={({ dimensionId }) => `/dimensions/${dimensionId}`}
        filters={[
          { kind: 'select', name: 'kind', label: t('kind'), options: useKinds() },
          { kind: 'text', name: 'code', label: t('code') },
          { kind: 'text', name: 'name', label: t('name') },
          {
            kind: 'select',
            name: 'status',
            label: t('status'),
            options: (['0', '1'] as const).map((value) => ({ value, label: status(value) })),
          },
        ]}
        columns={useColumns()}
      />
    </>
  )
}
