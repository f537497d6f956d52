import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { grouped } from '@consilium/contract/digits.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { menuFor } from '../../lib/menu/menu.ts'
import { menuTexts } from '../../lib/menu/menu-texts.ts'
import { PlainLink } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { SlowNote } from '../../components/slow-note.tsx'
import { call } from '../../lib/requests/api.ts'
import { orNothing } from '../../lib/format.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { isPermitted } from '../../lib/session/permission.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { PresetCard } from '../gates/preset-card.tsx'
import { BarChart, DayChart } from './charts.tsx'
import { UnreadMessages } from './unread-messages.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NeedsPanel } from './needs-panel.tsx'
import { NewsLine } from './news-line.tsx'
import { Money, NextMeetings } from './next-meetings.tsx'
import { staffHomeTexts } from './staff-texts.ts'
import { useTotals } from './totals.ts'
import classes from './staff-home.module.css'

const TILES: Readonly<Record<string, CalledRoute>> = {
  projects: projectRoutes.list,
  meetings: meetingRoutes.list,
  experts: expertRoutes.list,
  organizations: organizationRoutes.list,
  persons: personRoutes.list,
}

/** Of an organization the list of people has its main person as well, and so does its count. */
const PERSONS = { sponsor: personRoutes.sponsorList, executor: personRoutes.executorList }

/** Counts of the records behind each menu entry. */
function Tiles() {
  const t = useTexts(staffHomeTexts)
  const menu = useTexts(menuTexts)
  const session = useSession()
  const orgType = session.organization?.orgType
  const tiles: typeof TILES = orgType === undefined ? TILES : { ...TILES, persons: PERSONS[orgType] }
  const entries = menuFor(session)
    .flatMap((group) => group.entries)
    .flatMap((entry) => (tiles[entry.key] ? [{ ...entry, route: tiles[entry.key]! }] : []))
  const { totals, areExact, error, retry } = useTotals(entries)
  if (entries.length === 0) return null
  return (
    <section aria-label={t('overview')}>
      {error && (
        <Stack mb="md">
          <RequestError error={error} onRetry={retry} />
        </Stack>
      )}
      <ul className={classes.tiles}>
        {entries.map(({ key, to, icon: Icon }, index) => (
          <li key={key}>
            <PlainLink to={to} className={classes.tile}>
              <Icon size={22} aria-hidden className={classes.icon} />
              <span className={classes.number}>
                {totals[index] !== undefined ? (
                  grouped(totals[index]) + (areExact[index] ? '' : '+')
                ) : error ? (
                  orNothing(null)
                ) : (
                  <Skeleton height={28} width={48} />
                )}
              </span>
              <span className={classes.label}>{menu(key)}</span>
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const useOverview = () =>
  useQuery({
    queryKey: [meetingRoutes.overview.path],
    queryFn: ({ signal }) => call(meetingRoutes.overview, { signal }),
  })

function Stages() {
  const t = useTexts(staffHomeTexts)
  const { options } = useDictionary('meeting_stage')
  const { data, error, refetch } = useOverview()
  const counts = new Map(data?.stages.map((stage) => [stage.currentStage as string, stage]))
  const bars = options.map(({ value, label }) => ({
    key: value,
    label,
    count: data && (counts.get(value)?.count ?? 0),
    isLeast: counts.get(value)?.isExact === false,
    to: `/meetings?currentStage=${value}`,
  }))
  return (
    <Section title={t('stages')}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <div className={classes.stages}>
          <BarChart bars={bars} />
        </div>
      )}
    </Section>
  )
}

const supervisedOn = (date: string) =>
  `/meetings?${new URLSearchParams({
    'params[beginSupervisionTime]': `${date} 00:00:00`,
    'params[endSupervisionTime]': `${date} 23:59:59`,
  }).toString()}`

function Supervisions() {
  const t = useTexts(staffHomeTexts)
  const { data, error, refetch } = useOverview()
  const days = data?.supervisions ?? []
  const isEmpty = data !== undefined && days.every(({ count }) => count === 0)
  return (
    <Section title={t('supervisions')}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <div className={classes.weeks}>
          <div className={classes.supervisions}>
            {isEmpty ? (
              <Text size="sm" c="dimmed">
                {t('noSupervisions')}
              </Text>
            ) : (
              <DayChart days={days} toOf={supervisedOn} />
            )}
          </div>
        </div>
      )}
    </Section>
  )
}

/** What waits first, beside the next meetings and the money; below them the figures, each linked to its list. */
export default function StaffHome() {
  const profile = useSession()
  const hasMeetings = isPermitted(profile, 'meeting.overview')
  const {
    data: home,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: HOME_KEY,
    queryFn: ({ signal }) => call(overviewRoutes.home, { signal }),
  })
  const isWaiting = !home && !error
  const isShort = home !== undefined && home.needs.flatMap(({ rows }) => rows).length <= FEW_NEEDS
  return (
    <>
      {isWaiting && (
        <>
          <SlowNote
            queryKey={HOME_KEY}
            isFetching={isFetching}
            isStopped={!isFetching}
            onRetry={() => void refetch()}
          />
          <Skeleton height={SCREEN_HEIGHT} aria-busy />
        </>
      )}
      {/* What stands below is asked for meanwhile; it would move if it were seen before what waits. */}
      <Stack gap="md" display={isWaiting ? 'none' : 'flex'}>
        {error && <RequestError error={error} onRetry={() => void refetch()} />}
        <NewsLine />
        {isPermitted(profile, 'project.create') && <FirstSteps />}
        <div className={isShort ? `${classes.desk} ${classes.short}` : classes.desk}>
          {home && <NeedsPanel home={home} />}
          <Stack gap="md" className={classes.beside}>
            {home && (
              <>
                <NextMeetings home={home} />
                <Money home={home} />
              </>
            )}
            <UnreadMessages />
            {isPermitted(profile, 'gate.applyPreset') && <PresetCard />}
          </Stack>
          {hasMeetings && (
            <div className={classes.stretched}>
              <Stages />
            </div>
          )}
          {hasMeetings && isShort && <Supervisions />}
        </div>
        <Tiles />
        {hasMeetings && !isShort && <Supervisions />}
      </Stack>
    </>
  )
}
const SCREEN_HEIGHT = 800
/** With so few rows of what waits the supervisions stand below the stages, so that no column ends long before the other. */
const FEW_NEEDS = 6
const HOME_KEY = [overviewRoutes.home.path]
