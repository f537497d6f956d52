import type { OperationName } from '@consilium/contract/routes.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  executionIntent,
  expert,
  meeting,
  organization,
  person,
  plan,
  project,
  publicityExecution,
  publicitySupport,
  supportIntent,
} from 'virtual:light-routes'
import { menuFor } from '../../lib/menu.ts'
import { menuTexts } from '../../lib/menu-texts.ts'
import { PlainLink } from '../../components/links.tsx'
import { Section } from '../../components/record-page.tsx'
import { RequestError } from '../../components/request-error.tsx'
import { call } from '../../lib/api.ts'
import { grouped } from '../../lib/digits.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { isPermitted } from '../../lib/permission.ts'
import { useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { BarChart, DayChart } from './charts.tsx'
import { UnreadMessages } from './doctor-panels.tsx'
import { FirstSteps } from './first-steps.tsx'
import { staffHomeTexts } from './staff-texts.ts'
import { useTotals, type Counted } from './totals.ts'
import classes from './staff-home.module.css'

const TILES: Readonly<Record<string, CalledRoute>> = {
  projects: project.list,
  meetings: meeting.list,
  experts: expert.list,
  organizations: organization.list,
  persons: person.list,
}

/** Counts of the records behind each menu entry. */
function Tiles() {
  const t = useTexts(staffHomeTexts)
  const menu = useTexts(menuTexts)
  const entries = menuFor(useSession())
    .flatMap((group) => group.entries)
    .flatMap((entry) => (TILES[entry.key] ? [{ ...entry, route: TILES[entry.key]! }] : []))
  const { totals, areExact, error, retry } = useTotals(entries)
  if (entries.length === 0) return null
  return (
    <section aria-label={t('overview')}>
      {error && <RequestError error={error} onRetry={retry} />}
      <ul className={classes.tiles}>
        {entries.map(({ key, to, icon: Icon }, index) => (
          <li key={key}>
            <PlainLink to={to} className={classes.tile}>
              <Icon size={22} aria-hidden className={classes.icon} />
              <span className={classes.number}>
                {totals[index] === undefined ? (
                  <Skeleton height={28} width={48} />
                ) : (
                  grouped(totals[index]) + (areExact[index] ? '' : '+')
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

interface Waiting extends Counted {
  key: keyof (typeof staffHomeTexts)['pairs']
  needs: OperationName
  to: string
}

const PENDING = { status: 'pending' }
const UNAUDITED = { auditStatus: 'pending' }
/** Submissions that wait for an answer. */
const WAITING: readonly Waiting[] = [
  {
    key: 'experts',
    needs: 'expert.update',
    route: expert.list,
    query: UNAUDITED,
    to: '/experts?auditStatus=pending',
  },
  { key: 'plans', needs: 'plan.audit', route: plan.list, query: UNAUDITED, to: '/plans?auditStatus=pending' },
  {
    key: 'supportIntents',
    needs: 'supportIntent.changeStatus',
    route: supportIntent.list,
    query: PENDING,
    to: '/support-intents?status=pending',
  },
  {
    key: 'executionIntents',
    needs: 'executionIntent.changeStatus',
    route: executionIntent.list,
    query: PENDING,
    to: '/execution-intents?status=pending',
  },
  {
    key: 'publicitySupport',
    needs: 'publicitySupport.changeStatus',
    route: publicitySupport.list,
    query: PENDING,
    to: '/publicity-intents?kind=support&status=pending',
  },
  {
    key: 'publicityExecution',
    needs: 'publicityExecution.changeStatus',
    route: publicityExecution.list,
    query: PENDING,
    to: '/publicity-intents?kind=execution&status=pending',
  },
]

function WaitingForYou({ lists }: { lists: readonly Waiting[] }) {
  const t = useTexts(staffHomeTexts)
  const { totals, areExact, error, retry } = useTotals(lists)
  return (
    <Section title={t('waiting')}>
      {error && <RequestError error={error} onRetry={retry} />}
      <BarChart
        bars={lists.map(({ key, to }, index) => ({
          key,
          label: t(key),
          count: totals[index],
          isLeast: !areExact[index],
          to,
        }))}
      />
    </Section>
  )
}

const useOverview = () =>
  useQuery({
    queryKey: [meeting.overview.path],
    queryFn: ({ signal }) => call(meeting.overview, { signal }),
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
      <div className={classes.stages}>
        <BarChart bars={bars} />
      </div>
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
      <div className={classes.supervisions}>
        {isEmpty ? (
          <Text size="sm" c="dimmed">
            {t('noSupervisions')}
          </Text>
        ) : (
          <DayChart days={days} toOf={supervisedOn} />
        )}
      </div>
    </Section>
  )
}

/** The key figures, each linked to its list. */
export default function StaffHome() {
  const profile = useSession()
  const waiting = WAITING.filter(({ needs }) => isPermitted(profile, needs))
  const hasMeetings = isPermitted(profile, 'meeting.overview')
  return (
    <Stack gap="md">
      <Tiles />
      {isPermitted(profile, 'project.create') && <FirstSteps />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          {waiting.length > 0 && <WaitingForYou lists={waiting} />}
          <UnreadMessages />
        </Stack>
        {hasMeetings && <Stages />}
      </SimpleGrid>
      {hasMeetings && <Supervisions />}
    </Stack>
  )
}
