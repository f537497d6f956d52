import type { AttendeeReply } from '@consilium/contract/attendees/attendees.ts'
import { sql } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { agreementFacts, attendeeFacts } from '../agreements/service.ts'

export interface CalendarMeeting {
  attendeeId: number
  meetingName: string
  location: string | null
  agenda: string | null
  reply: AttendeeReply | null
  version: number
  /** Seconds since 1970. */
  start: number
  end: number | null
}

/** Meetings of an expert that have a date. */
const ownMeetings = (db: Db, userId: number) =>
  db
    .selectFrom(attendeeFacts('t'))
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .select([
      't.attendee_id as attendeeId',
      'm.meeting_name as meetingName',
      'm.schedule_location as location',
      'm.schedule_agenda as agenda',
      't.reply',
      'm.version',
      sql<number>`extract(epoch from m.schedule_start_time)::bigint`.as('start'),
      sql<number | null>`extract(epoch from m.schedule_end_time)::bigint`.as('end'),
    ])
    .where('t.user_id', '=', userId)
    .where('m.schedule_start_time', 'is not', null)

/** Those at which the expert counts. */
export const meetingsSince = (
  db: Db,
  userId: number,
  { since, now, max }: { since: string; now: string; max: number },
): Promise<CalendarMeeting[]> =>
  ownMeetings(db, userId)
    .where('m.schedule_start_time', '>=', since)
    .innerJoin(agreementFacts('a'), 'a.attendee_id', 't.attendee_id')
    .where(countsAt(now))
    .orderBy('m.schedule_start_time', 'desc')
    .orderBy('t.attendee_id')
    .limit(max)
    .execute()

export const findOwnMeeting = (
  db: Db,
  userId: number,
  attendeeId: number,
): Promise<CalendarMeeting | undefined> =>
  ownMeetings(db, userId).where('t.attendee_id', '=', attendeeId).executeTakeFirst()

export async function isOwn(db: Db, userId: number, attendeeId: number): Promise<boolean> {
  const row = await db
    .selectFrom(attendeeFacts('t'))
    .select('t.attendee_id')
    .where('t.attendee_id', '=', attendeeId)
    .where('t.user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export const findFeed = (db: Db, userId: number): Promise<{ createTime: string } | undefined> =>
  db
    .selectFrom('calendar_feed')
    .select('create_time as createTime')
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Of concurrent requests the last one's address works. */
export async function saveFeed(
  db: Db,
  feed: { userId: number; tokenHash: Buffer; time: string },
): Promise<void> {
  const change = { token_hash: feed.tokenHash, create_time: feed.time }
  await db
    .insertInto('calendar_feed')
    .values({ user_id: feed.userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

export async function deleteFeed(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('calendar_feed').where('user_id', '=', userId).execute()
}

/** The expert whose feed this is, unless the account was disabled or archived since. */
export async function readerOf(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('calendar_feed as c')
    .innerJoin(accountFacts('u'), 'u.user_id', 'c.user_id')
    .select('c.user_id as userId')
    .where('c.token_hash', '=', tokenHash)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  return row?.userId
}
