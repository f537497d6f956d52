import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

export interface MeetingOfOrganizations {
  meetingName: string
  orgIds: number[]
}

/** A meeting with the organizations that see it: who runs it, or may while nobody does, and the sponsors of its project. */
export async function meetingOf(trx: Db, meetingId: number): Promise<MeetingOfOrganizations | undefined> {
  const { rows } = await sql<MeetingOfOrganizations>`
    select m.meeting_name as "meetingName",
      array(
        select o.org_id from organization o where o.main_user_id = m.exec_user_id
        union select o.org_id from biz_project_assign a join organization o on o.main_user_id = a.exec_user_id
          where m.exec_user_id is null and a.project_id = m.project_id
        union select o.org_id from project_sponsor s join organization o on o.main_user_id = s.sponsor_admin_user_id
          where s.project_id = m.project_id
        order by org_id) as "orgIds"
    from meeting m where m.meeting_id = ${meetingId}`.execute(trx)
  return rows[0]
}

export async function meetingIdOf(trx: Db, attendeeId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('meeting_attendee')
    .select('meeting_id as meetingId')
    .where('attendee_id', '=', attendeeId)
    .executeTakeFirst()
  return row?.meetingId
}
