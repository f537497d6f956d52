import { meetingRoutes, type MeetingDetail } from '@consilium/contract/meetings/meetings.ts'
import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { Tabs } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Dots } from '../../components/dots.tsx'
import { LinkButton } from '../../components/links.tsx'
import { onDemand, wheel } from '../../components/on-demand.tsx'
import { Halves, RecordPage } from '../../components/records/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import type { Search } from '../../lib/search.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { placeOf } from './meeting-name.tsx'
import { Overview } from './overview.tsx'
import { MeetingTimeline } from '../overviews/meeting-timeline.tsx'
import type { Tab } from '../gates/checks.ts'
import { StageBar } from './stage-bar.tsx'
import { TakeUpButton } from './take-up-button.tsx'
import RecordDeliveries from '../notices/record-deliveries.tsx'
import { meetingTexts } from './texts.ts'

const AttendeesTab = onDemand(() => import('../attendees/attendees-tab.tsx'), wheel)
const AttendanceTab = onDemand(() => import('../attendance/attendance-tab.tsx'), wheel)
const MaterialsTab = onDemand(() => import('../materials/materials-tab.tsx'), wheel)
const InvoicesTab = onDemand(() => import('../invoices/invoices-tab.tsx'), wheel)

const GateTab = onDemand(() => import('../gates/gate-tab.tsx'), wheel)

const TABS = [
  'overview',
  'attendees',
  'attendance',
  'materials',
  'invoices',
  'gate',
] as const satisfies readonly Tab[]

/** Where the tabs are wider than the page, the chosen one is not beyond its edge. */
function useChosenInSight(shown: string) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = ref.current!
    const chosen = row.querySelector<HTMLElement>('[aria-selected=true]')
    if (chosen === null) return
    const [edges, tab] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()]
    if (tab.left < edges.left || tab.right > edges.right) row.scrollLeft += tab.right - edges.right
  }, [shown])
  return ref
}

/** Everything that belongs to one meeting; the address contains the tab. */
function Workspace({ meeting }: { meeting: MeetingDetail }) {
  const t = useTexts(meetingTexts)
  const may = useMay()
  const navigate = useNavigate()
  const { tab }: Search = useSearch({ strict: false })
  const shown = TABS.find((each) => each === tab) ?? 'overview'
  const row = useChosenInSight(shown)
  return (
    <>
      <StageBar meeting={meeting} isShort={shown !== 'overview'} />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: (before: Search) => ({ ...before, tab: next ?? '' }),
            resetScroll: false,
          })
        }
      >
        <div ref={row} style={{ overflowX: 'auto' }}>
          <Tabs.List mb="xs" style={{ flexWrap: 'nowrap', minWidth: 'max-content' }}>
            {TABS.map((each) => (
              <Tabs.Tab key={each} value={each} mih={{ base: 44, sm: 36 }} py={4}>
                {t(each)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        <Tabs.Panel value="overview">
          <Halves
            beside={
              <>
                <MeetingTimeline meetingId={meeting.meetingId} />
                {may(deliveryRoutes.list) && <RecordDeliveries about={{ meetingId: meeting.meetingId }} />}
              </>
            }
          >
            <Overview meeting={meeting} />
          </Halves>
        </Tabs.Panel>
        <Tabs.Panel value="attendees">
          <AttendeesTab meeting={meeting} />
        </Tabs.Panel>
        <Tabs.Panel value="attendance">
          <AttendanceTab meeting={meeting} />
        </Tabs.Panel>
        <Tabs.Panel value="materials">
          <MaterialsTab meeting={meeting} />
        </Tabs.Panel>
        <Tabs.Panel value="invoices">
          <InvoicesTab meeting={meeting} />
        </Tabs.Panel>
        <Tabs.Panel value="gate">
          <GateTab meeting={meeting} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

export function Page() {
  const t = useTexts(meetingTexts)
  const may = useMay()
  const frame = useTexts(frameTexts)
  const { meetingId }: { meetingId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={meetingRoutes.get}
      params={{ meetingId }}
      title={({ meetingName }) => meetingName}
      subtitle={(meeting) => <Dots items={[...placeOf(meeting), meeting.businessId, meeting.orgName]} />}
      backTo="/meetings"
      actions={(meeting) => (
        <>
          <TakeUpButton meeting={meeting} />
          {meeting.abilities.update && may(meetingRoutes.create) && (
            <LinkButton
              to={`/meetings/new?copyOf=${meetingId}`}
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
            >
              {t('copy')}
            </LinkButton>
          )}
          {meeting.abilities.update && (
            <LinkButton
              to={`/meetings/${meetingId}/edit`}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {frame('edit')}
            </LinkButton>
          )}
        </>
      )}
    >
      {(meeting) => <Workspace meeting={meeting} />}
    </RecordPage>
  )
}
