import { HOSPITAL_LEVEL_LABELS, HOSPITAL_LEVELS } from '@consilium/contract/hospitals/hospital-record.ts'
import { hospitalRoutes, type Hospital } from '@consilium/contract/hospitals/hospitals.ts'
import { IconFileSpreadsheet, IconListSearch, IconPencil } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing, useLabel, useComma } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { hospitalTexts } from './texts.ts'

function useColumns(): Column<Hospital>[] {
  const comma = useComma()
  const t = useTexts(hospitalTexts)
  const frame = useTexts(frameTexts)
  const level = useLabel(HOSPITAL_LEVEL_LABELS)
  return [
    { key: 'name', label: t('name'), sort: 'name', render: (row) => row.name },
    { key: 'aliases', label: t('aliases'), render: (row) => orNothing(row.aliases.join(comma) || null) },
    { key: 'province', label: t('province'), sort: 'province', render: (row) => orNothing(row.province) },
    { key: 'city', label: t('city'), sort: 'city', render: (row) => orNothing(row.city) },
    {
      key: 'level',
      label: t('level'),
      sort: 'level',
      card: 'badge',
      unbroken: true,
      render: (row) => (row.level === null ? orNothing(null) : level(row.level)),
    },
    {
      key: 'creditCode',
      label: t('creditCode'),
      optional: true,
      unbroken: true,
      render: (row) => orNothing(row.creditCode),
    },
    { key: 'experts', label: t('experts'), align: 'right', render: (row) => row.experts },
    createTimeColumn(frame('createTime')),
  ]
}

export function Page() {
  const t = useTexts(hospitalTexts)
  const frame = useTexts(frameTexts)
  const level = useLabel(HOSPITAL_LEVEL_LABELS)
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <LinkButton
              to="/hospitals/unresolved"
              variant="default"
              leftSection={<IconListSearch size={16} aria-hidden />}
            >
              {t('unresolved')}
            </LinkButton>
            <LinkButton
              to="/hospitals/import"
              variant="default"
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            >
              {t('import')}
            </LinkButton>
            <CreateButton route={hospitalRoutes.create} to="/hospitals/new">
              {t('create')}
            </CreateButton>
          </>
        }
      />
      <List
        name="hospitals"
        title={t('title')}
        route={hospitalRoutes.list}
        exportRoute={hospitalRoutes.export}
        remove={{
          route: hospitalRoutes.remove,
          param: 'hospitalId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        rowActions={({ hospitalId, abilities }) =>
          abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/hospitals/${hospitalId}/edit` }]
            : []
        }
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={hospitalRoutes.create} to="/hospitals/new" />}
        rowId={({ hospitalId }) => hospitalId}
        rowTitle={({ name }) => name}
        rowTo={({ hospitalId }) => `/hospitals/${hospitalId}`}
        filters={[
          { kind: 'text', name: 'name', label: t('nameOrAlias') },
          { kind: 'text', name: 'province', label: t('province') },
          { kind: 'text', name: 'city', label: t('city') },
          {
            kind: 'select',
            name: 'level',
            label: t('level'),
            options: HOSPITAL_LEVELS.map((value) => ({ value, label: level(value) })),
          },
          { kind: 'text', name: 'creditCode', label: t('creditCode') },
        ]}
        columns={useColumns()}
      />
    </>
  )
}
