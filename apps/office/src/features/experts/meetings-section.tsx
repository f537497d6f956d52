import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { Button, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PlainLink } from '../../components/links.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { StageBadge } from '../../components/records/stage-badge.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute, money } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { SignatureBadge } from '../agreements/signature-badge.tsx'
import classes from '../overviews/glance.module.css'
import { expertTexts } from './texts.ts'
import { dated } from '../../components/dated.tsx'

const SHOWN_FIRST = 10
/** As many as the service answers at once. */
const SHOWN_AT_MOST = 200
const HEIGHT = 110

function Rows({ rows }: { rows: readonly Attendee[] }) {
  const t = useTexts(expertTexts)
  return (
    <ul className={classes.rows}>
      {rows.map((attendee) => (
        <li key={attendee.attendeeId}>
          <PlainLink to={`/attendees/${attendee.attendeeId}`} className={classes.row}>
            <span className={classes.text}>
              <Text span size="sm" fw={600}>
                {attendee.meetingName}
              </Text>
              <Text span size="xs" c="dimmed">
                {dated(
                  attendee.scheduleStartTime === null ? t('noTime') : minute(attendee.scheduleStartTime),
                )}
              </Text>
              <Text span size="sm" className={classes.figure}>
                {t('payable', { amount: money(attendee.payableAmount) })}
              </Text>
            </span>
            <span className={classes.end}>
              <StageBadge stage={attendee.currentStage} />
              <SignatureBadge {...attendee} />
            </span>
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}

function Meetings({ phone }: { phone: string }) {
  const t = useTexts(expertTexts)
  const [pageSize, setPageSize] = useState(SHOWN_FIRST)
  const query = { phone, pageSize, orderByColumn: 'scheduleStartTime', isAsc: 'desc' } as const
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [attendeeRoutes.list.path, query],
    queryFn: ({ signal }) => call(attendeeRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.rows ?? []
  const hasMore = data !== undefined && data.total > rows.length && pageSize < SHOWN_AT_MOST
  return (
    <Section title={t('meetings')}>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={HEIGHT} aria-busy />}
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noMeetings')}
        </Text>
      )}
      {rows.length > 0 && <Rows rows={rows} />}
      {hasMore && (
        <Button variant="default" mt="sm" loading={isFetching} onClick={() => setPageSize(SHOWN_AT_MOST)}>
          {t('moreMeetings')}
        </Button>
      )}
    </Section>
  )
}

/** The latest attendances of an expert with their fees, for those who read attendees. */
export default function MeetingsSection({ phone }: { phone: string }) {
  return useMay()(attendeeRoutes.list) ? <Meetings phone={phone} /> : null
}
