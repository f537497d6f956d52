import { CHECK_LABELS, MEETING_CHECKS } from '@consilium/contract/gates/gates.ts'
import { gateRoutes, type Waiver } from '@consilium/contract/gates/gate-routes.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useDecidedBy } from '../../components/records/decided-by.ts'
import { TextLink } from '../../components/links.tsx'
import type { Column } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { createTimeColumn } from '../../components/list/columns/standard-columns.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing, useLabel } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useEvidence } from './evidence.ts'
import { gateTexts } from './texts.ts'
import { useDecision, useWaiverStatus, WAIVER_STATUSES, WaiverBadge } from './waiver-parts.tsx'

const AskDialog = onDemand(() => import('./ask-dialog.tsx'))

function useColumns(): Column<Waiver>[] {
  const t = useTexts(gateTexts)
  const frame = useTexts(frameTexts)
  const check = useLabel(CHECK_LABELS)
  const evidence = useEvidence()
  const decidedBy = useDecidedBy()
  return [
    { key: 'check', label: t('check'), render: (waiver) => check(waiver.check) },
    {
      key: 'meeting',
      label: t('meeting'),
      render: ({ meetingId, meetingName }) => (
        <TextLink to={`/meetings/${meetingId}?tab=gate`} inherit>
          {meetingName}
        </TextLink>
      ),
    },
    {
      key: 'covers',
      label: t('covers'),
      render: ({ check: id, covers }) => orNothing(evidence(id, covers)),
    },
    { key: 'reason', label: t('reason'), render: ({ reason }) => reason },
    { key: 'askedBy', label: t('askedBy'), render: ({ askedByName }) => orNothing(askedByName) },
    {
      key: 'decidedBy',
      label: t('decidedBy'),
      render: decidedBy,
    },
    {
      key: 'status',
      label: t('status'),
      card: 'badge',
      render: (waiver) => <WaiverBadge status={waiver.status} />,
    },
    createTimeColumn(frame('createTime')),
  ]
}

export function Page() {
  const t = useTexts(gateTexts)
  const check = useLabel(CHECK_LABELS)
  const status = useWaiverStatus()
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const decision = useDecision()
  return (
    <>
      <PageHeader
        title={t('waivers')}
        subtitle={t('waiversHint')}
        actions={
          may(gateRoutes.askWaiver) && <Button onClick={() => setAsking(true)}>{t('askAhead')}</Button>
        }
      />
      {isAsking && <AskDialog onClose={() => setAsking(false)} />}
      {decision.dialog}
      <List
        name="waivers"
        title={t('waivers')}
        route={gateRoutes.listWaivers}
        emptyHint={t('emptyHint')}
        rowId={({ waiverId }) => waiverId}
        rowTitle={(waiver) => check(waiver.check)}
        rowLead={(row) => decision.button(row, 'subtle')}
        filters={[
          {
            kind: 'select',
            name: 'status',
            label: t('status'),
            options: WAIVER_STATUSES.map((value) => ({ value, label: status(value) })),
          },
          {
            kind: 'select',
            name: 'check',
            label: t('check'),
            options: MEETING_CHECKS.map((value) => ({ value, label: check(value) })),
          },
        ]}
        columns={useColumns()}
      />
    </>
  )
}
