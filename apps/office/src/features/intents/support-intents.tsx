import { supportIntentRoutes, type SupportIntent } from '@consilium/contract/intents/intents.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { StatusSelect, useIntentStatuses } from './status-select.tsx'
import { intentTexts } from './texts.ts'

const OfferDialog = onDemand(() => import('./offer-dialog.tsx'))

/** Support intents of sponsors, which managers process. */
export function Page() {
  const t = useTexts(intentTexts)
  const frame = useTexts(frameTexts)
  const statuses = useIntentStatuses()
  const [editing, setEditing] = useState<SupportIntent | null>(null)
  return (
    <>
      <PageHeader title={t('supportTitle')} />
      <List
        name="support-intents"
        title={t('supportTitle')}
        route={supportIntentRoutes.list}
        exportRoute={supportIntentRoutes.export}
        remove={{
          route: supportIntentRoutes.remove,
          param: 'intentId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        emptyHint={t('emptySupport')}
        rowId={({ intentId }) => intentId}
        rowTitle={({ projectName, orgName }) => `${orgName} · ${projectName}`}
        rowActions={(intent) =>
          intent.abilities.update
            ? [{ label: frame('edit'), icon: IconPencil, onSelect: () => setEditing(intent) }]
            : []
        }
        filters={[
          { kind: 'text', name: 'projectName', label: t('project') },
          { kind: 'text', name: 'orgName', label: t('organization') },
          { kind: 'select', name: 'status', label: t('status'), options: statuses },
          { kind: 'range', of: 'Time', label: frame('createTime'), unit: 'time' },
        ]}
        columns={[
          { key: 'projectName', label: t('project'), sort: 'projectName', render: (row) => row.projectName },
          { key: 'orgName', label: t('organization'), sort: 'orgName', render: (row) => row.orgName },
          { key: 'userName', label: t('user'), render: (row) => row.userName },
          {
            key: 'amount',
            label: t('amount'),
            sort: 'amount',
            align: 'right',
            render: (row) => money(row.amount),
          },
          { key: 'remark', label: t('remark'), render: (row) => orNothing(row.remark) },
          {
            key: 'status',
            label: t('status'),
            sort: 'status',
            render: (row) => (
              <StatusSelect route={supportIntentRoutes.changeStatus} intent={row} name={row.orgName} />
            ),
          },
          createTimeColumn(frame('createTime')),
        ]}
      />
      {editing && <OfferDialog intent={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
