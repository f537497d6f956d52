import { z } from 'zod'
import { MarkKind, MarkMethod } from '../attendance/presence.ts'
import * as f from '../fields.ts'
import { event } from './event.ts'

export const attendanceEvents = {
  /** Somebody signed in or out, or was entered by somebody else. */
  marked: event('meetingAttendee.marked', {
    version: 1,
    record: 'meetingAttendee',
    fields: z.object({ meetingId: f.id, expertId: f.id, kind: MarkKind, method: MarkMethod }),
  }),
  /** It was decided whether somebody whose sign-in has something odd was there. */
  presenceReviewed: event('meetingAttendee.presenceReviewed', {
    version: 1,
    record: 'meetingAttendee',
    fields: z.object({ meetingId: f.id, review: z.enum(['accepted', 'rejected']) }),
  }),
} as const
