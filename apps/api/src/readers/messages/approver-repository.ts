import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

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

/** The accounts of administrators that can log in. */
export async function administrators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('sys_user')
    .select('user_id')
    .where('role_type', '=', 'admin')
    .where('status', '=', '0')
    .where('archived_time', 'is', null)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}
