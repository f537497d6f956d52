import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

export const namesOf = (
  db: Db,
  meetingId: number,
): Promise<{ meetingName: string; orgName: string | null }> =>
  db
    .selectFrom('meeting')
    .select(['meeting_name as meetingName', 'org_name as orgName'])
    .where('meeting_id', '=', meetingId)
    .executeTakeFirstOrThrow()

/**
 * The accounts that approve a project's meetings: its lead and all managers, or the administrators if there is no
 * manager.
 */
export async function approversOf(db: Db, projectId: number, max: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select u.user_id as "userId" from sys_user u
    where u.status = '0' and (
      u.role_type = 'manager'
      or u.user_id = (select p.lead_user_id from project p where p.project_id = ${projectId}::bigint)
      or (u.role_type = 'admin'
        and not exists (select 1 from sys_user m where m.role_type = 'manager' and m.status = '0')))
    order by u.user_id limit ${max}::int`.execute(db)
  return rows.map(({ userId }) => userId)
}
