import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import {
  PRESENCE_FLAG_LABELS,
  PRESENCE_REVIEW_LABELS,
  PRESENCE_REVIEWS,
  WINDOW_HOURS,
  type Presence,
  type PresenceReview,
} from '@consilium/contract/attendance/presence.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { Badge, Button, Group } from '@mantine/core'
import {
  IconChecks,
  IconDeviceMobile,
  IconDeviceTablet,
  IconList,
  IconPencilPlus,
  IconSettings,
  IconVideo,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { RowAction } from '../../components/list/list-definition.ts'
import { List } from '../../components/list/list-page.tsx'
import { LinkButton } from '../../components/links.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { useNow } from '../../lib/live/now.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import type { FilesMenuProps } from './files-menu.tsx'
import { FilesTarget } from './files-target.tsx'
import { attendanceTexts } from './texts.ts'
import toolbar from '../../components/toolbar.module.css'

const ConferenceDialog = onDemand(() => import('./conference-dialog.tsx'))
const DecideDialog = onDemand(() => import('./decide-dialog.tsx'))
const FilesMenu = onDemand(() => import('./files-menu.tsx'), <FilesTarget aria-expanded />)
const HandDialog = onDemand(() => import('./hand-dialog.tsx'))
const MarksDialog = onDemand(() => import('./marks-dialog.tsx'))
const ScreensDialog = onDemand(() => import('./screens-dialog.tsx'))
const SettingDialog = onDemand(() => import('./setting-dialog.tsx'))

const HOUR_MS = 3_600_000

const COLORS: Readonly<Record<PresenceReview, string>> = {
  absent: 'gray',
  clear: 'teal',
  open: 'yellow',
  accepted: 'teal',
  rejected: 'red',
}

type Shown =
  | { dialog: 'screens' | 'setting' | 'conference' }
  | { dialog: 'decide' | 'hand' | 'marks'; presence: Presence }

/** What of the attendance is saved as a file. The menu is loaded when it is first opened. */
function FilesButton(props: FilesMenuProps) {
  const [isWanted, setWanted] = useState(false)
  return isWanted ? <FilesMenu {...props} /> : <FilesTarget onClick={() => setWanted(true)} />
}

/** Whether sign-in has ended, by the time of the service. */
function useIsOver({ scheduleEndTime }: Meeting): boolean {
  const now = useNow()
  if (!scheduleEndTime) return false
  // Both are times of one zone, so that they may be read as of any.
  const at = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)
  return at(now) > at(scheduleEndTime) + WINDOW_HOURS * HOUR_MS
}

function Tools({ meeting, onShow }: { meeting: Meeting; onShow: (shown: Shown) => void }) {
  const t = useTexts(attendanceTexts)
  const may = useMay()
  const isOver = useIsOver(meeting)
  const runs = may(attendanceRoutes.openScreen) && meeting.currentStage !== 'closed'
  return (
    <Group className={toolbar.tools} mb="sm" gap="sm">
      {runs && (
        <>
          <Button
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={() => onShow({ dialog: 'setting' })}
          >
            {t('settings')}
          </Button>
          <FilesButton meetingId={meeting.meetingId} isRunner />
          <Button
            variant="default"
            leftSection={<IconVideo size={16} aria-hidden />}
            onClick={() => onShow({ dialog: 'conference' })}
          >
            {t('importOnline')}
          </Button>
          <LinkButton
            to={`/door/${meeting.meetingId}`}
            variant="default"
            leftSection={<IconDeviceMobile size={16} aria-hidden />}
          >
            {t('offline')}
          </LinkButton>
          <Button
            variant={isOver ? 'default' : 'filled'}
            leftSection={<IconDeviceTablet size={16} aria-hidden />}
            onClick={() => onShow({ dialog: 'screens' })}
          >
            {t('openScreen')}
          </Button>
        </>
      )}
      {!runs && <FilesButton meetingId={meeting.meetingId} isRunner={may(attendanceRoutes.sheetPdf)} />}
    </Group>
  )
}

/** Who was at a meeting and how long, with what is to be looked at. */
export default function AttendanceTab({ meeting }: { meeting: Meeting }) {
  const t = useTexts(attendanceTexts)
  const review = useLabel(PRESENCE_REVIEW_LABELS)
  const flag = useLabel(PRESENCE_FLAG_LABELS)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  const actionsOn = (presence: Presence): RowAction[] => [
    ...(presence.abilities.review
      ? [
          {
            label: t('decide'),
            icon: IconChecks,
            onSelect: () => setShown({ dialog: 'decide', presence }),
          },
        ]
      : []),
    ...(presence.marks.length > 0
      ? [{ label: t('entries'), icon: IconList, onSelect: () => setShown({ dialog: 'marks', presence }) }]
      : []),
    ...(presence.abilities.record
      ? [
          {
            label: t('byHand'),
            icon: IconPencilPlus,
            onSelect: () => setShown({ dialog: 'hand', presence }),
          },
        ]
      : []),
  ]
  return (
    <>
      <Tools meeting={meeting} onShow={setShown} />
      <List
        name="attendance"
        title={t('attendance')}
        route={attendanceRoutes.ofMeeting}
        fixed={{ meetingId: String(meeting.meetingId) }}
        emptyHint={t('empty')}
        rowId={({ attendeeId }) => attendeeId}
        rowTitle={({ name }) => name}
        rowActions={actionsOn}
        order={{ orderByColumn: 'attendeeId', isAsc: 'asc' }}
        filters={[
          { kind: 'text', name: 'name', label: t('name') },
          {
            kind: 'select',
            name: 'review',
            label: t('review'),
            options: PRESENCE_REVIEWS.map((value) => ({ value, label: review(value) })),
          },
        ]}
        columns={[
          { key: 'name', label: t('name'), sort: 'name', render: ({ name }) => name },
          { key: 'unit', label: t('unit'), optional: true, render: ({ unit }) => orNothing(unit) },
          { key: 'firstIn', label: t('firstIn'), unbroken: true, render: ({ firstIn }) => minute(firstIn) },
          { key: 'lastOut', label: t('lastOut'), unbroken: true, render: ({ lastOut }) => minute(lastOut) },
          {
            key: 'minutes',
            label: t('minutes'),
            align: 'right',
            render: ({ minutes, feeMinutes }) => {
              const attended = minutes === null ? orNothing(null) : t('minutesOf', { count: minutes })
              return feeMinutes === null ? attended : t('minutesAgreed', { attended, agreed: feeMinutes })
            },
          },
          {
            key: 'flags',
            label: t('flags'),
            render: ({ flags }) => orNothing(flags.map(flag).join(t('between'))),
          },
          {
            key: 'review',
            label: t('review'),
            card: 'badge',
            render: (presence) => (
              <Badge variant="light" color={COLORS[presence.review]}>
                {review(presence.review)}
              </Badge>
            ),
          },
        ]}
      />
      {shown?.dialog === 'screens' && <ScreensDialog meetingId={meeting.meetingId} onClose={close} />}
      {shown?.dialog === 'setting' && <SettingDialog meetingId={meeting.meetingId} onClose={close} />}
      {shown?.dialog === 'conference' && <ConferenceDialog meetingId={meeting.meetingId} onClose={close} />}
      {shown?.dialog === 'decide' && <DecideDialog presence={shown.presence} onClose={close} />}
      {shown?.dialog === 'hand' && <HandDialog presence={shown.presence} onClose={close} />}
      {shown?.dialog === 'marks' && <MarksDialog presence={shown.presence} onClose={close} />}
    </>
  )
}
