import type { MeetingGlance } from '@consilium/contract/overviews/overviews.ts'
import { Text } from '@mantine/core'
import { PlainLink } from '../../components/links.tsx'
import { differenceOf } from '@consilium/web-kit/decimal.ts'
import { minute, money, yuan } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { StageBadge } from '../../components/records/stage-badge.tsx'
import { glanceTexts } from './glance-texts.ts'
import classes from './glance.module.css'
import { dated } from '../../components/dated.tsx'
import { Dots } from '../../components/dots.tsx'

/** Meetings in short, each linked: when, where, how far, and its fees. */
export function Glances({
  meetings,
  of,
}: {
  meetings: readonly MeetingGlance[]
  /** Name of the project on whose page they stand: most of its meetings have the same, which need not be said again. */
  of?: string
}) {
  const t = useTexts(glanceTexts)
  return (
    <ul className={classes.rows}>
      {meetings.map((meeting) => {
        const when = meeting.scheduleStartTime === null ? t('noTime') : minute(meeting.scheduleStartTime)
        const left = meeting.laborBudget === null ? '0' : differenceOf(meeting.laborBudget, meeting.committed)
        const isNamed = meeting.meetingName !== of
        const signed = t('signedOf', { signed: meeting.signedCount, count: meeting.attendeeCount })
        const place = meeting.scheduleLocation ?? t('noPlace')
        return (
          <li key={meeting.meetingId}>
            <PlainLink to={`/meetings/${meeting.meetingId}`} className={classes.row}>
              <span className={classes.text}>
                <Text span size="sm" fw={600}>
                  {isNamed ? dated(meeting.meetingName) : <Dots items={[place, when]} />}
                </Text>
                <Text span size="xs" c="dimmed">
                  <Dots items={[...(isNamed ? [when, place] : []), signed]} />
                </Text>
              </span>
              <span className={classes.end}>
                <StageBadge stage={meeting.currentStage} />
                <Text span size="xs" c="dimmed" className={classes.fees}>
                  <span className={classes.figure}>{yuan(meeting.committed)}</span>
                  {meeting.laborBudget !== null && (
                    <>
                      {' '}
                      <span className={classes.figure}>/ {money(meeting.laborBudget)}</span>
                    </>
                  )}
                </Text>
                {left.startsWith('-') && (
                  <Text span size="xs" className={`${classes.figure} ${classes.over}`}>
                    {t('over', { amount: money(left.slice(1)) })}
                  </Text>
                )}
              </span>
            </PlainLink>
          </li>
        )
      })}
    </ul>
  )
}
