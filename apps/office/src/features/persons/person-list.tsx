import {
  PERSON_ROLE_LABELS,
  personRoutes,
  type PersonRole,
  type Person,
} from '@consilium/contract/persons/persons.ts'
import { IconPencil } from '@tabler/icons-react'
import { IconFileImport } from '@tabler/icons-react'
import { UserName } from '../../components/user-name.tsx'
import { useArchivedFilter } from '../../components/records/archive-button.tsx'
import { LinkButton } from '../../components/links.tsx'
import { createTimeColumn, statusColumn } from '../../components/list/columns/standard-columns.tsx'
import { CreateButton, FirstButton } from '../../components/records/create-button.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { orNothing, useLabel } from '../../lib/format.ts'
import { useMay, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { personTexts } from './texts.ts'

/** A main account's own person is in the list of its type, and not in the general one. */
const LISTS = {
  any: personRoutes.list,
  sponsor: personRoutes.sponsorList,
  executor: personRoutes.executorList,
} as const

function useColumns(): Column<Person>[] {
  const t = useTexts(personTexts)
  const frame = useTexts(frameTexts)
  const { organization } = useSession()
  const role = useLabel(PERSON_ROLE_LABELS)
  return [
    { key: 'name', label: t('name'), sort: 'name', render: (row) => row.name },
    { key: 'phone', label: t('phone'), render: (row) => row.phone },
    { key: 'userName', label: t('userName'), render: (row) => <UserName>{row.userName}</UserName> },
    {
      key: 'orgName',
      label: t('organization'),
      // An organization sees its own people only.
      ...(organization === null ? {} : { optional: true as const }),
      render: (row) => row.orgName,
    },
    {
      key: 'department',
      label: t('department'),
      sort: 'department',
      render: (row) => orNothing(row.department),
    },
    {
      key: 'position',
      label: t('position'),
      sort: 'position',
      render: (row) => orNothing(row.position),
    },
    { key: 'role', label: t('role'), sort: 'role', render: (row) => role(row.role) },
    {
      key: 'bankRegion',
      label: t('bankRegion'),
      optional: true,
      render: (row) => orNothing(row.bankRegion),
    },
    statusColumn(frame('status'), { sort: 'status' }),
    { ...createTimeColumn(frame('createTime')), optional: true },
  ]
}

function Actions() {
  const t = useTexts(personTexts)
  const may = useMay()
  return (
    <>
      {may(personRoutes.import) && (
        <LinkButton
          to="/persons/import"
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
        >
          {t('import')}
        </LinkButton>
      )}
      <CreateButton route={personRoutes.create} to="/persons/new">
        {t('create')}
      </CreateButton>
    </>
  )
}

export function Page() {
  const t = useTexts(personTexts)
  const frame = useTexts(frameTexts)
  const { organization } = useSession()
  const archived = useArchivedFilter()
  const role = useLabel(PERSON_ROLE_LABELS)
  const kinds = useDictionary('org_type')
  const statuses = useStatusOptions()
  const roles = (Object.keys(PERSON_ROLE_LABELS) as PersonRole[]).map((value) => ({
    value,
    label: role(value),
  }))
  return (
    <>
      <PageHeader title={t('title')} actions={<Actions />} />
      <List
        name="persons"
        title={t('title')}
        route={LISTS[organization?.orgType ?? 'any']}
        exportRoute={personRoutes.export}
        remove={{
          route: personRoutes.remove,
          param: 'personId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        rowActions={({ personId, abilities }) =>
          abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, to: `/persons/${personId}/edit` }]
            : []
        }
        emptyHint={t('emptyHint')}
        emptyAction={<FirstButton route={personRoutes.create} to="/persons/new" />}
        rowId={({ personId }) => personId}
        rowTitle={({ name }) => name}
        rowTo={({ personId }) => `/persons/${personId}`}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'text', name: 'phone', label: t('phone') },
          { kind: 'text', name: 'department', label: t('department') },
          { kind: 'select', name: 'role', label: t('role'), options: roles },
          ...(organization === null
            ? [{ kind: 'select' as const, name: 'unitType', label: t('kind'), options: kinds.options }]
            : []),
          { kind: 'select', name: 'status', label: frame('status'), options: statuses },
          archived,
        ]}
        columns={useColumns()}
      />
    </>
  )
}
