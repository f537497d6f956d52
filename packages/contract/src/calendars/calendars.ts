import { z } from 'zod'
import * as f from '../fields.ts'
import { data, file, type RouteTable } from '../route.ts'

export const ICALENDAR = 'text/calendar'

/** Bytes of the token in a feed's address. */
export const FEED_TOKEN_BYTES = 32
const FEED_TOKEN_MAX = 64

/** A feed has the meetings from so many days ago on, at most so many of them, the latest first. */
export const FEED_DAYS_BACK = 365
export const FEED_MEETINGS_MAX = 200
/** How often calendars are asked to read a feed again. */
export const FEED_REFRESH_HOURS = 6

export const CalendarFeed = z
  .object({
    isOn: z.boolean().meta({ description: 'Whether there is an address from which calendars read' }),
    createTime: z.string().nullable().meta({ description: 'When the address was made' }),
  })
  .meta({ id: 'CalendarFeed' })
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const CalendarAddress = z
  .object({
    address: z.url().meta({
      description: 'Told once, since only a hash of it is kept',
      example: 'https://consilium.example.com/api/business/calendar/feed/secret',
    }),
  })
  .meta({ id: 'CalendarAddress' })
export type CalendarAddress = z.infer<typeof CalendarAddress>

/** Anything else than a token is unknown, like a token that was renewed. */
const token = z.string().max(FEED_TOKEN_MAX)

const tag = 'Calendar'
const doctor = ['doctor'] as const

export const calendarRoutes = {
  meeting: {
    method: 'GET',
    path: '/business/calendar/meeting/{attendeeId}',
    access: doctor,
    tag,
    summary: 'One of the own meetings as a calendar file',
    params: z.object({ attendeeId: f.queryId }),
    answer: file(ICALENDAR),
    errors: ['NOT_FOUND', 'MEETING_UNSCHEDULED'],
  },
  feed: {
    method: 'GET',
    path: '/business/calendar/feed',
    access: doctor,
    caller: 'person',
    tag,
    summary: 'Whether calendars can read the own meetings from a private address',
    answer: data(CalendarFeed),
  },
  renewFeed: {
    method: 'POST',
    path: '/business/calendar/feed',
    access: doctor,
    caller: 'person',
    tag,
    summary: 'Make a new private address of the own meetings; the former one stops working',
    keyless: 'secret',
    answer: data(CalendarAddress),
  },
  endFeed: {
    method: 'DELETE',
    path: '/business/calendar/feed',
    access: doctor,
    caller: 'person',
    tag,
    summary: 'End the private address of the own meetings',
    answer: data(CalendarFeed),
  },
  readFeed: {
    method: 'GET',
    path: '/business/calendar/feed/{token}',
    access: 'public',
    tag,
    summary:
      'The meetings of the expert who was given this address: when, where, what about; no names, fees or phones',
    params: z.object({ token }),
    answer: file(ICALENDAR),
    errors: ['NOT_FOUND'],
    rateLimit: 'reading',
  },
} as const satisfies RouteTable
