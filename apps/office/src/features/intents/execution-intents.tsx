import { executionIntentRoutes, type ExecutionIntent } from '@consilium/contract/intents/intents.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { StatusSelect, useIntentStatuses } from './status-select.tsx'
import { intentTexts } from './texts.ts'

const SignUpDialog = onDemand(() => import('./sign-up-dialog.tsx'))

function useColumns(): Column<ExecutionIntent>[] {
  const t = useTexts(intentTexts)
  return [
    { key: 'name', label: t('name'), sort: 'name', render: (row) => row.name },
    { key: 'projectName', label: t('project'), sort: 'projectName', render: (row) => row.projectName },
    {
      key: 'hospital',
      label: t('hospital'),
      sort: 'hospital',
      render: (row) => orNothing(row.hospital),
    },
    {
      key: 'department',
      label: t('department'),
      sort: 'department',
      render: (row) => orNothing(row.department),
    },
    { key: 'title', label: t('title'), sort: 'title', render: (row) => orNothing(row.title) },
    { key: 'phone', label: t('phone'), render: (row) => orNothing(row.phone) },
    { key: 'remark', label: t('remark'), optional: true, render: (row) => orNothing(row.remark) },
    {
      key: 'status',
      label: t('status'),
      sort: 'status',
      render: (row) => (
        <StatusSelect route={executionIntentRoutes.changeStatus} intent={row} name={row.name} />
      ),
    },
    createTimeColumn(t('signUpTime')),
  ]
}

/** Experts who have signed up for projects. */
export function Page() {
  const t = useTexts(intentTexts)
  const frame = useTexts(frameTexts)
  const statuses = useIntentStatuses()
  const [editing, setEditing] = useState<ExecutionIntent | null>(null)
  return (
    <>
      <PageHeader title={t('executionTitle')} />
      <List
        name="execution-intents"
        title={t('executionTitle')}
        route={executionIntentRoutes.list}
        exportRoute={executionIntentRoutes.export}
        remove={{
          route: executionIntentRoutes.remove,
          param: 'intentId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        emptyHint={t('emptySignUps')}
        rowId={({ intentId }) => intentId}
        rowTitle={({ name, projectName }) => `${name} · ${projectName}`}
        rowActions={(intent) =>
          intent.abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, onSelect: () => setEditing(intent) }]
            : []
        }
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'text', name: 'projectName', label: t('project') },
          { kind: 'text', name: 'hospital', label: t('hospital') },
          { kind: 'text', name: 'department', label: t('department') },
          { kind: 'select', name: 'status', label: t('status'), options: statuses },
        ]}
        columns={useColumns()}
      />
      {editing && <SignUpDialog intent={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
