import type { MeetingGlance } from '@consilium/contract/overviews/overviews.ts'
import { Text } from '@mantine/core'
import { PlainLink } from '../../components/links.tsx'
import { differenceOf } from '@consilium/web-kit/decimal.ts'
import { minute, money } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { StageBadge } from '../../components/records/stage-badge.tsx'
import { glanceTexts } from './glance-texts.ts'
import classes from './glance.module.css'
import { dated } from '../../components/dated.tsx'

/** Meetings in short, each linked: when, where, how far, and its fees. */
export function Glances({
  meetings,
  named = true,
}: {
  meetings: readonly MeetingGlance[]
  /** Whether the name is shown; meetings of one project all have that of the project. */
  named?: boolean
}) {
  const t = useTexts(glanceTexts)
  return (
    <ul className={classes.rows}>
      {meetings.map((meeting) => {
        const when = meeting.scheduleStartTime === null ? t('noTime') : minute(meeting.scheduleStartTime)
        const left = meeting.laborBudget === null ? '0' : differenceOf(meeting.laborBudget, meeting.committed)
        const place = meeting.scheduleLocation ?? t('noPlace')
        return (
          <li key={meeting.meetingId}>
            <PlainLink to={`/meetings/${meeting.meetingId}`} className={classes.row}>
              <span className={classes.text}>
                <Text span size="sm" fw={600}>
                  {dated(named ? meeting.meetingName : `${place} · ${when}`)}
                </Text>
                <Text span size="xs" c="dimmed">
                  {dated(named && `${when} · ${place} · `)}
                  <span className={classes.figure}>
                    {t('signedOf', { signed: meeting.signedCount, count: meeting.attendeeCount })}
                  </span>
                </Text>
              </span>
              <span className={classes.end}>
                <StageBadge stage={meeting.currentStage} />
                <Text span size="xs" c="dimmed" className={classes.figure}>
                  ¥ {money(meeting.committed)}
                  {meeting.laborBudget !== null && ` / ${money(meeting.laborBudget)}`}
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
