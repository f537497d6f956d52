import { sql } from 'kysely'
import { mayKnowProject } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'

/**
 * Who is told that a meeting of a project waits for approval: its lead, all managers where it has none, or the
 * administrators if there is no manager. Others who may approve see on their home what waits.
 */
export async function approversOf(db: Db, projectId: number, max: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    with open as (
      select u.user_id, u.role_type, u.user_id = p.lead_user_id as leads
      from sys_user u, project p
      where p.project_id = ${projectId}::bigint and u.status = '0' and u.archived_time is null
        and (u.role_type in ('manager', 'admin') or u.user_id = p.lead_user_id)
        and (u.role_type <> 'manager' or ${mayKnowProject(sql`u.user_id`, sql`p.project_id`)}))
    select user_id as "userId" from open
    where leads
      or (not exists (select 1 from open l where l.leads)
        and role_type = case when exists (select 1 from open m where m.role_type = 'manager')
          then 'manager' else 'admin' end)
    order by user_id limit ${max}::int`.execute(db)
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
