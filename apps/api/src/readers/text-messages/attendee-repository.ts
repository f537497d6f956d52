import type { Db } from '../../infra/db/db.ts'

export const attendeeNamed = (
  trx: Db,
  attendeeId: number,
): Promise<{ userId: number; meetingName: string } | undefined> =>
  trx
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .select(['t.user_id as userId', 'm.meeting_name as meetingName'])
    .where('t.attendee_id', '=', attendeeId)
    .executeTakeFirst()
