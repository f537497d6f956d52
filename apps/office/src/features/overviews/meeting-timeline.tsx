import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { Skeleton } from '@mantine/core'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { Section, useRecord } from '../../components/records/record-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { EventTimeline } from './event-timeline.tsx'
import { timelineTexts } from './timeline-texts.ts'

const HEIGHT = 200

/** What happened to a meeting. */
export function MeetingTimeline({ meetingId }: { meetingId: number }) {
  const t = useTexts(timelineTexts)
  const { data, error, refetch } = useRecord(overviewRoutes.meetingTimeline, { meetingId: String(meetingId) })
  return (
    <Section title={t('title')}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} aria-busy />}
      {data && <EventTimeline {...data} />}
    </Section>
  )
}
