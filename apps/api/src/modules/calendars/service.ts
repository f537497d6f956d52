import { createHash, randomBytes } from 'node:crypto'
import { addressOf } from '@consilium/contract/addresses.ts'
import {
  calendarRoutes,
  FEED_DAYS_BACK,
  FEED_MEETINGS_MAX,
  FEED_TOKEN_BYTES,
  type CalendarAddress,
  type CalendarFeed,
} from '@consilium/contract/calendars/calendars.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { later } from '../../infra/clock.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { calendarFile } from './icalendar.ts'
import * as repository from './repository.ts'

const DAY_MS = 86_400_000

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Meetings of experts for their calendars: one as a file, all at a private address. Calendars cannot log in, so the
 * address itself is the secret: it is told once, kept as a hash, renewed and ended by its expert.
 */
export function createCalendars({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>) {
  const { baseUrl } = config

  async function feed({ userId }: Actor): Promise<CalendarFeed> {
    const found = await repository.findFeed(db, userId)
    return { isOn: found !== undefined, createTime: found?.createTime ?? null }
  }

  return {
    feed,

    async meeting({ userId }: Actor, attendeeId: number, language: Language): Promise<FileAnswer> {
      const found = await repository.findOwnMeeting(db, userId, attendeeId)
      if (!found) {
        const isOwn = await repository.isOwn(db, userId, attendeeId)
        throw new Refusal(isOwn ? 'MEETING_UNSCHEDULED' : 'NOT_FOUND')
      }
      const now = clock.now()
      return calendarFile({ meetings: [found], baseUrl, language, now, fileName: 'meeting.ics' })
    },

    async renewFeed({ userId }: Actor): Promise<CalendarAddress> {
      const token = randomBytes(FEED_TOKEN_BYTES).toString('base64url')
      await repository.saveFeed(db, { userId, tokenHash: hashOf(token), time: clock.wire() })
      return { address: baseUrl + addressOf(calendarRoutes.readFeed, { token }) }
    },

    async endFeed(actor: Actor): Promise<CalendarFeed> {
      await repository.deleteFeed(db, actor.userId)
      return feed(actor)
    },

    async readFeed(token: string, language: Language): Promise<FileAnswer> {
      const userId = await repository.readerOf(db, hashOf(token))
      if (userId === undefined) throw new Refusal('NOT_FOUND')
      const since = later(clock, -FEED_DAYS_BACK * DAY_MS)
      const meetings = await repository.meetingsSince(db, userId, {
        since,
        now: clock.wire(),
        max: FEED_MEETINGS_MAX,
      })
      return calendarFile({ meetings, baseUrl, language, now: clock.now(), fileName: 'meetings.ics' })
    },
  }
}

export type Calendars = ReturnType<typeof createCalendars>
