import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconCalculator, IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import type { Column, Filter } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { sumOf } from '@consilium/web-kit/decimal.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { SignatureBadge } from '../agreements/signature-badge.tsx'
import { FeeCell, LaborFormCell } from './editable-cells.tsx'
import { FeeMeter, useSummary } from './fee-meter.tsx'
import { useLedgerActions } from './ledger-actions.tsx'
import { ReplyBadge, useReplyOptions } from '../agreements/reply-badge.tsx'
import { RemindAll } from './reminding.tsx'
import { attendeeTexts } from './texts.ts'
import Unreached from '../notices/unreached.tsx'
import { TitleAtMeeting } from './title-at-meeting.tsx'

const AttendeeDialog = onDemand(async () => ({
  default: (await import('./attendee-dialog.tsx')).AttendeeDialog,
}))
const FeeCalculator = onDemand(() => import('./fee-calculator.tsx'))
const PasteDialog = onDemand(() => import('./paste-dialog.tsx'))

function AddFirst({ onClick }: { onClick: () => void }) {
  const t = useTexts(attendeeTexts)
  return <Button onClick={onClick}>{t('addFirst')}</Button>
}

type Opened = 'add' | 'paste' | 'calculate'

/** The sums of the ledger, and what is done with all of it. */
function Head({ meeting, onOpen }: { meeting: Meeting; onOpen: (dialog: Opened) => void }) {
  const t = useTexts(attendeeTexts)
  const may = useMay()
  const { meetingId } = meeting
  const sums = useSummary(meetingId)
  const toSign = sums?.toSignCount ?? 0
  return (
    <Group justify="space-between" align="center" gap="xs" mb="xs">
      <FeeMeter meetingId={meetingId} />
      <Group gap="xs">
        {toSign > 0 && meeting.abilities.editAttendees && <RemindAll meetingId={meetingId} count={toSign} />}
        {may(laborFeeRoutes.calculate) && (
          <Button
            variant="default"
            leftSection={<IconCalculator size={16} aria-hidden />}
            onClick={() => onOpen('calculate')}
          >
            {t('calculator')}
          </Button>
        )}
        {meeting.abilities.editAttendees && (
          <>
            <Button
              variant="default"
              leftSection={<IconClipboardList size={16} aria-hidden />}
              onClick={() => onOpen('paste')}
            >
              {t('paste')}
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onOpen('add')}>
              {t('add')}
            </Button>
          </>
        )}
      </Group>
    </Group>
  )
}

function useAttendeeFilters(): Filter[] {
  const t = useTexts(attendeeTexts)
  const forms = useDictionary('labor_form')
  const signatures = useDictionary('signature_status')
  return [
    { kind: 'text', name: 'name', label: t('name') },
    { kind: 'text', name: 'unit', label: t('unit') },
    {
      kind: 'select',
      name: 'laborForm',
      label: t('laborForm'),
      options: LABOR_FORMS.map((value) => ({ value, label: forms.label(value) })),
    },
    { kind: 'select', name: 'reply', label: t('reply'), options: useReplyOptions() },
    { kind: 'select', name: 'signatureStatus', label: t('signature'), options: signatures.options },
  ]
}

function useAttendeeColumns(): Column<Attendee>[] {
  const t = useTexts(attendeeTexts)
  return [
    { key: 'name', label: t('name'), sort: 'name', render: (row) => row.name },
    // Beside the name, since the last columns lie beyond the edge of most windows.
    {
      key: 'signatureStatus',
      label: t('signature'),
      sort: 'signatureStatus',
      card: 'badge',
      render: (row) => <SignatureBadge {...row} />,
    },
    { key: 'unit', label: t('unitColumn'), sort: 'unit', render: (row) => orNothing(row.unit) },
    { key: 'laborForm', label: t('laborForm'), render: (row) => <LaborFormCell attendee={row} /> },
    {
      key: 'payableAmount',
      label: t('payable'),
      sort: 'payableAmount',
      align: 'right',
      render: (row) => <FeeCell attendee={row} />,
    },
    {
      key: 'vatAndSurcharges',
      label: t('vatAndSurcharges'),
      align: 'right',
      render: (row) => money(row.vatAndSurcharges),
    },
    { key: 'incomeTax', label: t('incomeTax'), align: 'right', render: (row) => money(row.incomeTax) },
    { key: 'netAmount', label: t('net'), align: 'right', render: (row) => money(row.netAmount) },
    { key: 'reply', label: t('reply'), unbroken: true, render: (row) => <ReplyBadge {...row} /> },
    // Behind the amounts, which a usual screen then shows whole.
    { key: 'department', label: t('department'), render: (row) => orNothing(row.department) },
    { key: 'title', label: t('title'), render: (row) => <TitleAtMeeting {...row} /> },
    { key: 'phone', label: t('phone'), unbroken: true, render: (row) => row.phone },
    {
      key: 'summary',
      label: t('summary'),
      // The last column of a full table would otherwise be one character wide and a page high.
      render: ({ summary }) =>
        summary === null ? (
          orNothing(null)
        ) : (
          <Text size="sm" miw={160} lineClamp={2} title={summary}>
            {summary}
          </Text>
        ),
    },
    {
      key: 'onSitePhotos',
      label: t('photos'),
      render: (row) =>
        row.onSitePhotos.length > 0 ? t('photoCount', { count: row.onSitePhotos.length }) : orNothing(null),
    },
  ]
}

const SUMMED = ['payableAmount', 'vatAndSurcharges', 'incomeTax', 'netAmount'] as const

const sumsOf = (rows: readonly Attendee[]) =>
  Object.fromEntries(SUMMED.map((field) => [field, money(sumOf(rows.map((row) => row[field])))]))

/** The attendees of a meeting with their fees and taxes. */
export default function AttendeesTab({ meeting }: { meeting: Meeting }) {
  const t = useTexts(attendeeTexts)
  const [dialog, setDialog] = useState<Opened | null>(null)
  const { meetingId } = meeting
  return (
    <>
      <Head meeting={meeting} onOpen={setDialog} />
      {meeting.abilities.editAttendees && <Unreached meetingId={meetingId} />}
      <List
        name="attendees"
        title={t('attendees')}
        route={attendeeRoutes.list}
        fixed={{ meetingId: String(meetingId) }}
        exportRoute={attendeeRoutes.export}
        remove={{
          route: attendeeRoutes.remove,
          param: 'attendeeId',
          may: ({ abilities }) => abilities.remove,
          guard: 'ask',
        }}
        bulk={useLedgerActions()}
        emptyHint={t('emptyHint')}
        emptyAction={meeting.abilities.editAttendees && <AddFirst onClick={() => setDialog('add')} />}
        rowId={({ attendeeId }) => attendeeId}
        rowTitle={({ name }) => name}
        rowTo={({ attendeeId }) => `/attendees/${attendeeId}`}
        filters={useAttendeeFilters()}
        columns={useAttendeeColumns()}
        totals={(rows, isAll) => ({ label: t(isAll ? 'sumAll' : 'sumPage'), values: sumsOf(rows) })}
      />
      {dialog === 'add' && (
        <AttendeeDialog meetingId={meetingId} attendee={null} onClose={() => setDialog(null)} />
      )}
      {dialog === 'paste' && <PasteDialog meetingId={meetingId} onClose={() => setDialog(null)} />}
      {dialog === 'calculate' && <FeeCalculator meetingId={meetingId} onClose={() => setDialog(null)} />}
    </>
  )
}
