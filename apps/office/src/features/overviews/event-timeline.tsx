import { EXPENSE_LABELS, type ExpenseCategory } from '@consilium/contract/attendees/expenses.ts'
import { CHECK_LABELS } from '@consilium/contract/gates/gates.ts'
import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { TimelineEvent } from '@consilium/contract/overviews/overviews.ts'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useNameFor } from '../../components/records/decided-by.ts'
import { TextLink } from '../../components/links.tsx'
import { Timeline, type Tone } from '../../components/records/timeline.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { entriesOf } from './timeline-groups.ts'
import { timelineTexts } from './timeline-texts.ts'

const place = (stage: MeetingStage | null) => (stage === null ? -1 : MEETING_STAGES.indexOf(stage))
const isBack = ({ fromStage, toStage }: TimelineEvent) => place(toStage) < place(fromStage)

const TONES: Partial<Record<TimelineEvent['kind'], Tone>> = {
  stageChanged: 'step',
  signed: 'done',
  reviewed: 'done',
  supervised: 'done',
  waiverAsked: 'waits',
  budgetAsked: 'waits',
}

function toneOf(event: TimelineEvent): Tone {
  if (event.outcome !== null) return event.outcome === 'approved' ? 'done' : 'refused'
  if (event.kind === 'stageChanged' && isBack(event)) return 'waits'
  return TONES[event.kind] ?? 'plain'
}

const isCategory = (subject: string): subject is ExpenseCategory => subject in EXPENSE_LABELS

/** Says what happened, in one line. */
function useSaying(): (event: TimelineEvent) => string {
  const t = useTexts(timelineTexts)
  const stages = useDictionary('meeting_stage')
  const check = useLabel(CHECK_LABELS)
  const category = useLabel(EXPENSE_LABELS)
  return (event) => {
    const { kind, outcome, toStage } = event
    const subject = event.subject ?? ''
    switch (kind) {
      case 'stageChanged': {
        const stage = toStage === null ? '' : stages.label(toStage)
        const way = isBack(event) ? 'stageBack' : 'stageForward'
        return subject === '' ? t(way, { stage }) : t(`${way}Of`, { stage, subject })
      }
      case 'meetingCreated':
        return subject === '' ? t(kind) : t('meetingCreatedOf', { subject })
      case 'waiverAsked':
      case 'waiverDecided': {
        const said = { check: event.check === null ? '' : check(event.check) }
        return t(
          outcome === null ? 'waiverAsked' : outcome === 'approved' ? 'waiverApproved' : 'waiverRefused',
          said,
        )
      }
      case 'budgetAsked':
      case 'budgetDecided': {
        const said = { subject: isCategory(subject) ? category(subject) : subject }
        return t(
          outcome === null ? 'budgetAsked' : outcome === 'approved' ? 'budgetApproved' : 'budgetRefused',
          said,
        )
      }
      default:
        return t(kind, { subject })
    }
  }
}

/** The latest events; the others are shown when they are asked for. */
const SHOWN = 10

interface EventTimelineProps {
  events: readonly TimelineEvent[]
  hasEarlier: boolean
  /** Whether events lead to their meetings. */
  linked?: boolean
}

/** The events of a project or a meeting. */
export function EventTimeline({ events, hasEarlier, linked = false }: EventTimelineProps) {
  const t = useTexts(timelineTexts)
  const say = useSaying()
  const nameFor = useNameFor()
  const entries = entriesOf(events)
  const [isWhole, setWhole] = useState(entries.length <= SHOWN)
  const linkedTo = ({ meetingId }: TimelineEvent, said: string) =>
    linked && meetingId !== null ? (
      <TextLink to={`/meetings/${meetingId}`} inherit>
        {said}
      </TextLink>
    ) : (
      said
    )
  const lines = (isWhole ? entries : entries.slice(-SHOWN)).map((entry, index) => {
    const last = 'event' in entry ? entry.event : entry.events.at(-1)!
    return {
      key: `${last.time} ${index}`,
      tone: toneOf(last),
      what:
        'event' in entry ? (
          linkedTo(last, say(last))
        ) : (
          <details>
            <summary>{t(`${entry.kind}Many`, { count: entry.events.length })}</summary>
            {entry.events.map(({ subject }) => subject).join(t('comma'))}
          </details>
        ),
      reason: last.reason,
      aside: [last.userName === null ? null : nameFor(last.userName, last.forNames), minute(last.time)],
    }
  })
  return (
    <>
      {!isWhole && (
        <Button variant="subtle" mb="xs" onClick={() => setWhole(true)}>
          {t('showEarlier', { count: entries.length - SHOWN })}
        </Button>
      )}
      {isWhole && hasEarlier && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('earlier')}
        </Text>
      )}
      <Timeline label={t('title')} events={lines} />
    </>
  )
}
