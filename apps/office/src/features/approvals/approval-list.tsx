import {
  APPROVAL_KIND_LABELS,
  APPROVAL_KINDS,
  rulesOf,
} from '@consilium/contract/approvals/approval-kinds.ts'
import { approvalRoutes, type Approval } from '@consilium/contract/approvals/approvals.ts'
import { Button, Tabs, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import type { BulkAction, Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call } from '../../lib/requests/api.ts'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { StateBadge, useSubject } from './parts.tsx'
import { approvalTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

const ApprovalDialog = onDemand(() => import('./approval-dialog.tsx'))
const AbsenceDialog = onDemand(() => import('./absence-dialog.tsx'))

const TABS = ['todo', 'done', 'asked'] as const
type Tab = (typeof TABS)[number]
const EMPTY = { todo: 'noTodo', done: 'noDone', asked: 'noAsked' } as const

function useColumns(tab: Tab): Column<Approval>[] {
  const t = useTexts(approvalTexts)
  const frame = useTexts(frameTexts)
  const kind = useLabel(APPROVAL_KIND_LABELS)
  const subject = useSubject()
  const asked: Column<Approval> = {
    key: 'askedBy',
    label: t('askedBy'),
    render: ({ askedByName }) => orNothing(askedByName),
  }
  const created = createTimeColumn<Approval & { createTime: string }>(frame('createTime'))
  return [
    { key: 'kind', label: t('kind'), render: (row) => kind(row.kind) },
    { key: 'title', label: t('subject'), render: subject },
    { key: 'reason', label: t('reason'), optional: true, render: ({ reason }) => orNothing(reason) },
    ...(tab === 'asked' ? [] : [asked]),
    {
      key: 'step',
      label: t('steps'),
      card: 'none',
      unbroken: true,
      render: ({ stepNumber, stepCount }) =>
        stepNumber === 0 ? orNothing(null) : t('stepOf', { number: stepNumber, count: stepCount }),
    },
    {
      key: 'due',
      label: t('due'),
      render: ({ dueTime, isOverdue }) => (
        <Text span inherit {...(isOverdue ? { c: 'var(--mantine-color-error)' } : {})}>
          {dated(minute(dueTime))}
          {isOverdue && ` · ${t('overdue')}`}
        </Text>
      ),
    },
    { key: 'status', label: t('status'), card: 'badge', render: (row) => <StateBadge approval={row} /> },
    {
      ...created,
      key: 'askedTime',
      render: ({ askedTime }) => minute(askedTime),
    } as Column<Approval>,
  ]
}

/** One request for all rows; each has its own result. */
function useBulk(): BulkAction<Approval>[] {
  const t = useTexts(approvalTexts)
  return [
    {
      label: t('approve'),
      confirm: t('bulkConfirm'),
      tone: 'usual',
      may: (row) => row.stepId !== null && rulesOf(row.kind).inBulk,
      run: () => Promise.resolve(),
      async runAll(rows) {
        const items = rows.flatMap(({ decisionId, stepId }) =>
          stepId === null ? [] : [{ decisionId, stepId }],
        )
        const { results } = await call(approvalRoutes.actMany, { body: { items, action: 'approve' } })
        return new Map(
          results.flatMap(({ decisionId, message }) => (message === null ? [] : [[decisionId, message]])),
        )
      },
    },
  ]
}

function ApprovalList({ tab }: { tab: Tab }) {
  const t = useTexts(approvalTexts)
  const kind = useLabel(APPROVAL_KIND_LABELS)
  const subject = useSubject()
  const [shown, setShown] = useState<Approval | null>(null)
  const bulk = useBulk()
  return (
    <>
      <List
        name={`approvals-${tab}`}
        title={t(tab)}
        route={approvalRoutes.list}
        fixed={{ tab }}
        emptyHint={t(EMPTY[tab])}
        rowId={({ decisionId }) => decisionId}
        rowTitle={(row) => `${kind(row.kind)} · ${subject(row)}`}
        rowLead={(row) => (
          <Button
            variant="subtle"
            aria-label={`${t(tab === 'todo' ? 'decide' : 'view')} · ${subject(row)}`}
            onClick={() => setShown(row)}
          >
            {t(tab === 'todo' ? 'decide' : 'view')}
          </Button>
        )}
        filters={[
          {
            kind: 'select',
            name: 'kind',
            label: t('kind'),
            options: APPROVAL_KINDS.map((value) => ({ value, label: kind(value) })),
          },
        ]}
        columns={useColumns(tab)}
        {...(tab === 'todo' ? { bulk } : {})}
      />
      {shown && <ApprovalDialog decisionId={shown.decisionId} onClose={() => setShown(null)} />}
    </>
  )
}

export function Page() {
  const t = useTexts(approvalTexts)
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const tab = TABS.find((each) => each === search['tab']) ?? 'todo'
  const linked = Number(search['open'])
  const [isAway, setAway] = useState(false)
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('hint')}
        actions={
          <Button variant="default" onClick={() => setAway(true)}>
            {t('absence')}
          </Button>
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate({ to: '/approvals', search: { tab: next } })}
      >
        <Tabs.List mb="md">
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(each)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((each) => (
          <Tabs.Panel key={each} value={each}>
            <ApprovalList tab={each} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {isAway && <AbsenceDialog onClose={() => setAway(false)} />}
      {linked > 0 && (
        <ApprovalDialog
          decisionId={linked}
          onClose={() => void navigate({ to: '/approvals', search: { tab } })}
        />
      )}
    </>
  )
}
