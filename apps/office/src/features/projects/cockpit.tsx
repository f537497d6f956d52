import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { overviewRoutes, type ProjectOverview } from '@consilium/contract/overviews/overviews.ts'
import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkButton, PlainLink, TextLink } from '../../components/links.tsx'
import { Meter } from '../../components/figures/meter.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { Facts, Halves, Section, useRecord } from '../../components/records/record-page.tsx'
import { differenceOf } from '@consilium/web-kit/decimal.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { money, yuan } from '../../lib/format.ts'
import { isPermitted } from '../../lib/session/permission.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Fees } from '../overviews/fees.tsx'
import { Glances } from '../overviews/glance.tsx'
import { EventTimeline } from '../overviews/event-timeline.tsx'
import { timelineTexts } from '../overviews/timeline-texts.ts'
import { projectTexts } from './texts.ts'
import classes from './cockpit.module.css'

interface PartProps {
  overview: ProjectOverview
}

/** How many meetings are at each stage, each linked to them. */
function StageStrip({ overview: { projectId, stages, isExact } }: PartProps) {
  const t = useTexts(projectTexts)
  const { label } = useDictionary('meeting_stage')
  return (
    <>
      <ol className={classes.strip} aria-label={t('stages')}>
        {stages.map(({ currentStage, count }) => (
          <li key={currentStage} data-none={count === 0 || undefined}>
            <PlainLink
              to={`/meetings?projectId=${projectId}&currentStage=${currentStage}`}
              className={classes.stage}
            >
              <span className={classes.count}>{count}</span>
              <span>{label(currentStage)}</span>
            </PlainLink>
          </li>
        ))}
      </ol>
      {!isExact && (
        <Text size="xs" c="dimmed">
          {t('latestCounted')}
        </Text>
      )}
    </>
  )
}

/** The budget of the project, for those who plan it. */
function ProjectBudget({ projectId }: { projectId: number }) {
  const t = useTexts(projectTexts)
  const { data } = useRecord(budgetRoutes.money, { projectId: String(projectId) })
  if (!data) return <Skeleton height={METER_HEIGHT} aria-busy />
  const { planned, free } = data.total
  if (data.lines.every(({ hasLine }) => !hasLine))
    return (
      <Text size="sm" c="dimmed">
        {t('noBudget')}{' '}
        {data.abilities.plan && (
          <TextLink to={`/projects/${projectId}/money`} underline="always">
            {t('planBudget')}
          </TextLink>
        )}
      </Text>
    )
  return (
    <Meter
      label={t('spentOfBudget')}
      value={differenceOf(planned, free)}
      limit={planned}
      note={t(free.startsWith('-') ? 'overBudget' : 'leftOfBudget', { amount: money(free.replace('-', '')) })}
    />
  )
}
const METER_HEIGHT = 60

function Money({ overview }: PartProps) {
  const t = useTexts(projectTexts)
  const mayPlan = isPermitted(useSession(), 'budget.money')
  return (
    <Section title={t('money')}>
      <Stack gap="md">
        {mayPlan && <ProjectBudget projectId={overview.projectId} />}
        <Fees fees={overview.fees} />
      </Stack>
    </Section>
  )
}

function Intents({ overview: { projectId, intents } }: PartProps) {
  const t = useTexts(projectTexts)
  if (!intents) return null
  const said = ({ pending, accepted }: { pending: number; accepted: number }) =>
    t('intentFigures', { pending, accepted })
  return (
    <Section title={t('intents')}>
      <Facts
        cols={2}
        items={[
          [
            t('supportIntents'),
            <TextLink key="support" to={`/support-intents?projectId=${projectId}`} inherit>
              {said(intents.support)}
            </TextLink>,
          ],
          [t('offered'), yuan(intents.offered)],
          [
            t('signUps'),
            <TextLink key="execution" to={`/execution-intents?projectId=${projectId}`} inherit>
              {said(intents.execution)}
            </TextLink>,
          ],
        ]}
      />
    </Section>
  )
}

interface CockpitProps {
  projectId: number
  projectName: string
  /** What else is said of the project; it stands below the money and the intents. */
  children: ReactNode
}

/** How a project stands: its meetings by stage and in a row, its money, its intents, and what happened. */
export function Cockpit({ projectId, projectName, children }: CockpitProps) {
  const t = useTexts(projectTexts)
  const timeline = useTexts(timelineTexts)
  const { data, error, refetch } = useRecord(overviewRoutes.project, { projectId: String(projectId) })
  const failure = error && <RequestError error={error} onRetry={() => void refetch()} />
  if (!data && error)
    return (
      <>
        {failure}
        {children}
      </>
    )
  if (!data) return <Skeleton className={classes.loading} aria-busy />
  return (
    <>
      {failure}
      <Section
        title={t('meetings')}
        actions={
          <LinkButton to={`/meetings?projectId=${projectId}`} variant="light">
            {t('allMeetings')}
          </LinkButton>
        }
      >
        <Stack gap="sm">
          <StageStrip overview={data} />
          {data.meetings.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('noMeetings')}
            </Text>
          ) : (
            <Glances meetings={data.meetings} of={projectName} />
          )}
        </Stack>
      </Section>
      <Halves
        beside={
          <Section title={timeline('title')}>
            <EventTimeline events={data.events} hasEarlier={data.hasEarlier} linked />
          </Section>
        }
      >
        <Money overview={data} />
        <Intents overview={data} />
        {children}
      </Halves>
    </>
  )
}
