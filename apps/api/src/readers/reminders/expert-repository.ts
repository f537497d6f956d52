import type { Db } from '../../infra/db/db.ts'

export const expertOf = async (trx: Db, attendeeId: number): Promise<number | undefined> =>
  (
    await trx
      .selectFrom('meeting_attendee')
      .select('user_id as userId')
      .where('attendee_id', '=', attendeeId)
      .executeTakeFirst()
  )?.userId
