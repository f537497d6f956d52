import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

/** The attendees of these meetings, whether or not they count. */
export async function attendeeIdsOf(db: Db, meetingIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('meeting_attendee')
    .select('attendee_id as attendeeId')
    .where('meeting_id', 'in', [...meetingIds])
    .execute()
  return rows.map(({ attendeeId }) => attendeeId)
}

/** The meetings of these attendees. */
export async function meetingsOfAttendees(db: Db, attendeeIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('meeting_attendee')
    .select('meeting_id as meetingId')
    .distinct()
    .where('attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .orderBy('meeting_id')
    .execute()
  return rows.map(({ meetingId }) => meetingId)
}

/** Locks attendees of a meeting in the order of their ids until the transaction ends, and returns them. */
export const lockPeople = (
  trx: Db,
  meetingId: number,
  attendeeIds: readonly number[],
): Promise<{ attendeeId: number; expertId: number; name: string }[]> =>
  trx
    .selectFrom('meeting_attendee')
    .select(['attendee_id as attendeeId', 'expert_id as expertId', 'name'])
    .where('meeting_id', '=', meetingId)
    .where('attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .orderBy('attendee_id')
    .forUpdate()
    .execute()

/** Locks an attendee until the transaction ends: what is recorded of it is written one after the other. */
export async function lockAttendee(trx: Db, attendeeId: number): Promise<void> {
  await trx
    .selectFrom('meeting_attendee')
    .select('attendee_id')
    .where('attendee_id', '=', attendeeId)
    .forUpdate()
    .executeTakeFirst()
}
