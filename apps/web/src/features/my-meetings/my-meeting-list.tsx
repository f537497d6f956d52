import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { Badge, Button, Group } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { List } from '../../components/list/list-page.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, money, orNothing } from '../../lib/format.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { SignatureBadge } from '../agreements/signing/signature-badge.tsx'
import { ApprovedOnly } from '../profile/audit-notice.tsx'
import { ReplyBadge } from '../agreements/reply-badge.tsx'
import { myMeetingTexts } from './texts.ts'

const FeedDialog = onDemand(() => import('./feed-dialog.tsx'))

function Subscribe() {
  const t = useTexts(myMeetingTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
        onPointerEnter={FeedDialog.preload}
        onClick={() => setOpen(true)}
      >
        {t('subscribe')}
      </Button>
      {isOpen && <FeedDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function MyMeetings() {
  const t = useTexts(myMeetingTexts)
  const stages = useDictionary('meeting_stage')
  const forms = useDictionary('labor_form')
  const navigate = useNavigate()
  const { isUpcoming = 'true' }: Search = useSearch({ strict: false })
  return (
    <>
      <PageHeader title={t('title')} actions={<Subscribe />} />
      <Group gap="xs" mb="sm" role="group" aria-label={t('upcoming')}>
        {(['true', 'false'] as const).map((each) => (
          <Button
            key={each}
            variant={each === isUpcoming ? 'light' : 'subtle'}
            aria-pressed={each === isUpcoming}
            onClick={() => void navigate({ to: '.', search: { isUpcoming: each }, resetScroll: false })}
          >
            {t(each === 'true' ? 'toCome' : 'over')}
          </Button>
        ))}
      </Group>
      <List
        key={isUpcoming}
        fixed={{ isUpcoming }}
        name="my-meetings"
        title={t('title')}
        route={attendeeRoutes.list}
        // The next one first, and of the past ones the last.
        order={{ orderByColumn: 'scheduleStartTime', isAsc: isUpcoming === 'true' ? 'asc' : 'desc' }}
        rowId={({ attendeeId }) => attendeeId}
        rowTitle={({ meetingName }) => meetingName}
        rowTo={({ attendeeId }) => `/my-meetings/${attendeeId}`}
        filters={[{ kind: 'text', name: 'meetingName', label: t('meeting') }]}
        columns={[
          { key: 'meetingName', label: t('meeting'), render: (row) => row.meetingName },
          {
            key: 'stage',
            label: t('stage'),
            card: 'badge',
            render: (row) => <Badge variant="light">{stages.label(row.currentStage)}</Badge>,
          },
          {
            key: 'when',
            label: t('when'),
            unbroken: true,
            sort: 'scheduleStartTime',
            render: (row) =>
              row.scheduleStartTime === null ? t('notScheduled') : minute(row.scheduleStartTime),
          },
          { key: 'where', label: t('where'), render: (row) => orNothing(row.scheduleLocation) },
          { key: 'reply', label: t('reply'), render: (row) => <ReplyBadge {...row} /> },
          {
            key: 'project',
            label: t('project'),
            card: 'none',
            optional: true,
            render: (row) => row.projectName,
          },
          { key: 'laborForm', label: t('laborForm'), render: (row) => forms.label(row.laborForm) },
          {
            key: 'fee',
            label: t('fee'),
            sort: 'payableAmount',
            align: 'right',
            render: (row) => money(row.payableAmount),
          },
          {
            key: 'agreement',
            label: t('agreement'),
            render: (row) => <SignatureBadge {...row} />,
          },
          { key: 'summary', label: t('summary'), optional: true, render: (row) => orNothing(row.summary) },
        ]}
        emptyHint={t('none')}
      />
    </>
  )
}

export function Page() {
  const t = useTexts(myMeetingTexts)
  return (
    <ApprovedOnly title={t('title')}>
      <MyMeetings />
    </ApprovedOnly>
  )
}
