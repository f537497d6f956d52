import {
  INTENT_SOURCE_LABELS,
  publicityExecutionRoutes,
  publicitySupportRoutes,
  type IntentSource,
  type PublicityExecutionIntent,
  type PublicitySupportIntent,
} from '@consilium/contract/publicity/publicity.ts'
import { Button, Tabs } from '@mantine/core'
import { IconExternalLink, IconPencil } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createTimeColumn, useYesOrNo } from '../../components/list/columns/standard-columns.tsx'
import type { Column, Filter } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing, useLabel } from '../../lib/format.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { StatusSelect, useIntentStatuses } from '../intents/status-select.tsx'
import { publicityIntentTexts } from './texts.ts'

const IntentDialog = onDemand(() => import('./intent-dialog.tsx'))

type Intent = PublicitySupportIntent | PublicityExecutionIntent
type Routes = typeof publicitySupportRoutes | typeof publicityExecutionRoutes

/** So many columns of one kind leave room for the account. */
const PLACES = 2

/** Columns of both kinds, around those of one kind. */
function useColumns(routes: Routes, own: readonly Column<Intent>[]): Column<Intent>[] {
  const t = useTexts(publicityIntentTexts)
  const frame = useTexts(frameTexts)
  const source = useLabel(INTENT_SOURCE_LABELS)
  return [
    { key: 'name', label: t('name'), sort: 'name', render: (row) => row.name },
    { key: 'phone', label: t('phone'), sort: 'phone', render: (row) => row.phone },
    { key: 'projectName', label: t('project'), sort: 'projectName', render: (row) => row.projectName },
    ...own,
    {
      key: 'source',
      label: t('source'),
      sort: 'source',
      // A laptop has no room for it beside the status.
      optional: true,
      render: (row) => source(row.source),
    },
    {
      key: 'userName',
      label: t('account'),
      // Nor for this one beside three of one kind.
      ...(own.filter(({ optional }) => !optional).length > PLACES ? { optional: true as const } : {}),
      render: (row) =>
        row.userName !== null && !row.confirmed
          ? t('unconfirmed', { name: row.userName })
          : orNothing(row.userName),
    },
    {
      key: 'status',
      label: t('status'),
      sort: 'status',
      render: (row) => <StatusSelect route={routes.changeStatus} intent={row} name={row.name} />,
    },
    createTimeColumn(frame('createTime')),
  ]
}

function useFilters(own: readonly Filter[]): Filter[] {
  const t = useTexts(publicityIntentTexts)
  const source = useLabel(INTENT_SOURCE_LABELS)
  const statuses = useIntentStatuses()
  const sources = (Object.keys(INTENT_SOURCE_LABELS) as IntentSource[]).map((value) => ({
    value,
    label: source(value),
  }))
  const yesOrNo = useYesOrNo()
  return [
    { kind: 'text', name: 'name', label: t('name') },
    { kind: 'text', name: 'phone', label: t('phone') },
    { kind: 'text', name: 'projectName', label: t('project') },
    ...own,
    { kind: 'select', name: 'status', label: t('status'), options: statuses },
    { kind: 'select', name: 'source', label: t('source'), options: sources },
    { kind: 'select', name: 'linked', label: t('linked'), options: yesOrNo },
  ]
}

interface IntentListProps {
  kind: 'support' | 'execution'
  routes: Routes
  columns: readonly Column<Intent>[]
  filters: readonly Filter[]
}

function IntentList({ kind, routes, columns, filters }: IntentListProps) {
  const t = useTexts(publicityIntentTexts)
  const frame = useTexts(frameTexts)
  const [editing, setEditing] = useState<Intent | null>(null)
  return (
    <>
      <List
        name={`publicity-${kind}`}
        title={t(kind)}
        route={routes.list}
        exportRoute={routes.export}
        remove={{
          route: routes.remove,
          param: 'intentId',
          may: ({ abilities }) => abilities.remove,
          guard: 'undo',
        }}
        emptyHint={t('emptyHint')}
        rowId={({ intentId }) => intentId}
        rowTitle={({ name, projectName }) => `${name} · ${projectName}`}
        rowActions={(intent) => [
          { label: frame('edit'), icon: IconPencil, onSelect: () => setEditing(intent) },
        ]}
        filters={useFilters(filters)}
        columns={useColumns(routes, columns)}
      />
      {editing && (
        <IntentDialog kind={kind} routes={routes} intent={editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}

type OwnField = 'orgName' | 'position' | 'remark' | 'hospital' | 'department' | 'title'

/** Returns a field that only one of the two kinds has. */
function fieldOf(row: Intent, key: OwnField) {
  const fields: Partial<Pick<PublicitySupportIntent & PublicityExecutionIntent, OwnField>> = row
  return orNothing(fields[key])
}

function SupportIntents() {
  const t = useTexts(publicityIntentTexts)
  return (
    <IntentList
      kind="support"
      routes={publicitySupportRoutes}
      filters={[{ kind: 'text', name: 'orgName', label: t('orgName') }]}
      columns={[
        { key: 'orgName', label: t('orgName'), render: (row) => fieldOf(row, 'orgName') },
        { key: 'position', label: t('position'), render: (row) => fieldOf(row, 'position') },
        { key: 'remark', label: t('remark'), optional: true, render: (row) => fieldOf(row, 'remark') },
      ]}
    />
  )
}

function ExecutionIntents() {
  const t = useTexts(publicityIntentTexts)
  return (
    <IntentList
      kind="execution"
      routes={publicityExecutionRoutes}
      filters={[{ kind: 'text', name: 'hospital', label: t('hospital') }]}
      columns={[
        { key: 'hospital', label: t('hospital'), render: (row) => fieldOf(row, 'hospital') },
        { key: 'department', label: t('department'), render: (row) => fieldOf(row, 'department') },
        { key: 'title', label: t('jobTitle'), render: (row) => fieldOf(row, 'title') },
      ]}
    />
  )
}

export function Page() {
  const t = useTexts(publicityIntentTexts)
  const navigate = useNavigate()
  const { kind = 'support' }: Search = useSearch({ strict: false })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('hint')}
        actions={
          <Button
            component="a"
            href="/publicity"
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('openPage')}
          </Button>
        }
      />
      <Tabs
        value={kind}
        keepMounted={false}
        onChange={(next) => void navigate({ to: '/publicity-intents', search: { kind: next } })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="support">{t('support')}</Tabs.Tab>
          <Tabs.Tab value="execution">{t('execution')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="support">
          <SupportIntents />
        </Tabs.Panel>
        <Tabs.Panel value="execution">
          <ExecutionIntents />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
