import type { AttendeeReply } from '@consilium/contract/attendees/attendees.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { Db } from '../../infra/db/db.ts'
import { countsAt, hasAgreed } from '../../domain/attendance.ts'
import { replyUntil } from './repository.ts'
import { meetingFacts } from '../meetings/service.ts'
import { agreementFacts } from '../agreements/service.ts'

export interface Invitation {
  attendeeId: number
  name: string
  meetingId: number
  meetingName: string
  currentStage: MeetingStage
  execUserId: number | null
  createUserId: number
  reply: AttendeeReply | null
  replyReason: string | null
  replyUntil: string | null
  hasAgreed: boolean
}

/**
 * Locks the meeting of the expert's own invitation against a new deadline or stage until the transaction ends, and
 * returns the expert. What writes attendees locks the meeting, then the persons, then the rows.
 */
export async function lockMeetingOf(db: Db, userId: number, attendeeId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('meeting_attendee as t')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .select('t.expert_id as expertId')
    .where('t.attendee_id', '=', attendeeId)
    .where('t.user_id', '=', userId)
    .forShare('m')
    .executeTakeFirst()
  return row?.expertId
}

/** Locks the expert's own invitation until the transaction ends. */
export const lockInvitation = (db: Db, userId: number, attendeeId: number): Promise<Invitation | undefined> =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .innerJoin(agreementFacts('a'), 'a.attendee_id', 't.attendee_id')
    .select([
      't.attendee_id as attendeeId',
      't.name',
      'm.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'm.current_stage as currentStage',
      'm.exec_user_id as execUserId',
      'm.create_user_id as createUserId',
      't.reply',
      't.reply_reason as replyReason',
      replyUntil.as('replyUntil'),
      hasAgreed.as('hasAgreed'),
    ])
    .where('t.attendee_id', '=', attendeeId)
    .where('t.user_id', '=', userId)
    .forUpdate('t')
    .executeTakeFirst()

/** Locks the attendee of a meeting who is this expert; whether it counts now is said with it. */
export const lockGuest = (
  db: Db,
  meetingId: number,
  expertId: number,
  now: string,
): Promise<{ attendeeId: number; counts: boolean } | undefined> =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .innerJoin(agreementFacts('a'), 'a.attendee_id', 't.attendee_id')
    .select(['t.attendee_id as attendeeId', countsAt(now).as('counts')])
    .where('t.meeting_id', '=', meetingId)
    .where('t.expert_id', '=', expertId)
    .forUpdate('t')
    .executeTakeFirst()

export async function saveReply(
  db: Db,
  attendeeId: number,
  { reply, reason, time }: { reply: AttendeeReply; reason: string | null; time: string },
): Promise<void> {
  await db
    .updateTable('meeting_attendee')
    .set({ reply, reply_reason: reason, reply_time: time })
    .where('attendee_id', '=', attendeeId)
    .execute()
}
