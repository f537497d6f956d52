import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { day } from '../../lib/format.ts'
import classes from './meeting-name.module.css'

type Place = Pick<Meeting, 'scheduleLocation' | 'scheduleStartTime'>

/** Stays at the end of a line rather than at the beginning of the next. */
export const DOT = '\u00a0· '

/** A date or a code on one line. */
export const Whole = ({ children }: { children: string }) => <span className={classes.whole}>{children}</span>

/** Where and when a meeting is: what tells those of one project apart, which all have its name. */
export function PlaceOf({ meeting: { scheduleLocation, scheduleStartTime } }: { meeting: Place }) {
  return (
    <>
      {scheduleLocation}
      {scheduleLocation && scheduleStartTime && DOT}
      {scheduleStartTime && <Whole>{day(scheduleStartTime)}</Whole>}
    </>
  )
}

export function MeetingName({ meeting }: { meeting: Place & Pick<Meeting, 'meetingName'> }) {
  return (
    <>
      {meeting.meetingName}
      <span className={classes.place}>
        <PlaceOf meeting={meeting} />
      </span>
    </>
  )
}
