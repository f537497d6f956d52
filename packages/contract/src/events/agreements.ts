import { z } from 'zod'
import { event } from './event.ts'

const NONE = z.object({})

/** An agreement is a part of its attendee and has no id of its own. */
export const agreementEvents = {
  /** The expert can sign it. */
  ready: event('agreement.ready', { version: 1, record: 'meetingAttendee', fields: NONE }),
  /** Somebody asked the expert once more to sign. */
  reminded: event('agreement.reminded', {
    version: 1,
    record: 'meetingAttendee',
    fields: z.object({ isAmended: z.boolean() }),
  }),
  signed: event('agreement.signed', {
    version: 1,
    record: 'meetingAttendee',
    fields: z.object({ isAmended: z.boolean() }),
  }),
  amendmentProposed: event('agreement.amendmentProposed', {
    version: 1,
    record: 'meetingAttendee',
    fields: NONE,
  }),
  amendmentDeclined: event('agreement.amendmentDeclined', {
    version: 1,
    record: 'meetingAttendee',
    fields: NONE,
  }),
} as const
