import { FEED_REFRESH_HOURS, ICALENDAR } from '@consilium/contract/calendars/calendars.ts'
import type { Language } from '@consilium/contract/errors.ts'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Readable } from 'node:stream'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { CalendarMeeting } from './repository.ts'

const SECOND_MS = 1000
const HOUR_SECONDS = 3600

const NAMES: Record<Language, string> = { 'zh-CN': '我的会议', en: 'My meetings' }

interface Writing {
  meetings: readonly CalendarMeeting[]
  /** Address of the portal. */
  baseUrl: string
  language: Language
  now: Date
  fileName: string
}

/**
 * Meetings as iCalendar (RFC 5545): name, time, place and agenda, and the address of each in the portal. Nothing else is
 * written, since whoever has the address of a feed can read it.
 */
export function calendarFile({ meetings, baseUrl, language, now, fileName }: Writing): FileAnswer {
  const { hostname } = new URL(baseUrl)
  const calendar = ical({
    name: NAMES[language],
    prodId: { company: 'Consilium', product: 'Consilium', language: language === 'en' ? 'EN' : 'ZH' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: FEED_REFRESH_HOURS * HOUR_SECONDS,
  })
  for (const { attendeeId, meetingName, location, agenda, reply, version, start, end } of meetings)
    calendar.createEvent({
      id: `attendee-${attendeeId}@${hostname}`,
      sequence: version,
      stamp: now,
      start: new Date(start * SECOND_MS),
      ...(end === null ? {} : { end: new Date(end * SECOND_MS) }),
      summary: meetingName,
      location,
      description: agenda,
      url: `${baseUrl}/my-meetings/${attendeeId}`,
      status: reply === 'accepted' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    })
  const bytes = Buffer.from(calendar.toString())
  return {
    name: fileName,
    mediaType: `${ICALENDAR}; charset=utf-8`,
    size: bytes.length,
    inline: false,
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}
