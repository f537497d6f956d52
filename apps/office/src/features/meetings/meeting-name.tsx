import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { Clamped } from '../../components/clamped.tsx'
import { Dots } from '../../components/dots.tsx'
import { day } from '../../lib/format.ts'
import classes from './meeting-name.module.css'

type Place = Pick<Meeting, 'scheduleLocation' | 'scheduleStartTime'>

/** Where and when a meeting is: what tells those of one project apart, which all have its name. */
export const placeOf = ({ scheduleLocation, scheduleStartTime }: Place) => [
  scheduleLocation,
  scheduleStartTime && day(scheduleStartTime),
]

export function MeetingName({ meeting }: { meeting: Place & Pick<Meeting, 'meetingName'> }) {
  return (
    <>
      <Clamped>{meeting.meetingName}</Clamped>
      <span className={classes.place}>
        <Dots items={placeOf(meeting)} />
      </span>
    </>
  )
}
