import type { Meeting } from '@consilium/contract/meetings.ts'
import { day } from '../../lib/format.ts'
import classes from './meeting-name.module.css'

type Place = Pick<Meeting, 'scheduleLocation' | 'scheduleStartTime'>

/** Where and when a meeting is: what tells those of one project apart, which all have its name. */
export const placeOf = ({ scheduleLocation, scheduleStartTime }: Place): string =>
  [scheduleLocation, scheduleStartTime === null ? null : day(scheduleStartTime)].filter(Boolean).join(' · ')

export function MeetingName({ meeting }: { meeting: Place & Pick<Meeting, 'meetingName'> }) {
  return (
    <>
      {meeting.meetingName}
      <span className={classes.place}>{placeOf(meeting)}</span>
    </>
  )
}
