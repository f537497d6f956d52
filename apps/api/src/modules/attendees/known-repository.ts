import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'

/** The accounts that adding by one of these phones would meet. Of archived ones only experts still have their phones. */
export const accountsWith = (
  db: Db,
  meetingId: number,
  phones: readonly string[],
): Promise<{ phone: string | null; isAttendee: boolean }[]> =>
  db
    .selectFrom(accountFacts('u'))
    .leftJoin('meeting_attendee as t', (join) =>
      join.onRef('t.user_id', '=', 'u.user_id').on('t.meeting_id', '=', meetingId),
    )
    .select(['u.phone', sql<boolean>`t.attendee_id is not null`.as('isAttendee')])
    .where('u.phone', 'in', phones)
    .where(sql<boolean>`(u.archived_time is null or u.role_type = 'doctor')`)
    .execute()
