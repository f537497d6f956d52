import { z } from 'zod'
import { AttendeeReply } from '../attendees/attendees.ts'
import * as f from '../fields.ts'
import { event } from './event.ts'

const OfMeeting = z.object({ meetingId: f.id, expertId: f.id })

export const attendeeEvents = {
  invited: event('meetingAttendee.invited', { version: 1, record: 'meetingAttendee', fields: OfMeeting }),
  changed: event('meetingAttendee.changed', { version: 1, record: 'meetingAttendee', fields: OfMeeting }),
  replied: event('meetingAttendee.replied', {
    version: 1,
    record: 'meetingAttendee',
    fields: OfMeeting.extend({ reply: AttendeeReply }),
  }),
  /** Written before the row is deleted. */
  removed: event('meetingAttendee.removed', { version: 1, record: 'meetingAttendee', fields: OfMeeting }),
} as const
