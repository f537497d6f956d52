import type { AttendeeReply } from '@consilium/contract/attendees.ts'
import type { MeetingStage } from '@consilium/contract/meetings.ts'
import type { Db } from '../../infra/db/db.ts'
import { replyUntil } from './repository.ts'

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
}

/** Locks the expert's own invitation, and its meeting against a new deadline, until the transaction ends. */
export const lockInvitation = (db: Db, userId: number, attendeeId: number): Promise<Invitation | undefined> =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
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
    ])
    .where('t.attendee_id', '=', attendeeId)
    .where('t.user_id', '=', userId)
    .forUpdate('t')
    .forShare('m')
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
