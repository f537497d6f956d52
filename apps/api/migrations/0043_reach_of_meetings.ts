import { sql, type Kysely } from 'kysely'

/**
 * Who runs a meeting and which project it belongs to lead to the meetings within reach. Their stage stands beside them, so
 * that the overview counts without reading the meetings.
 */
const INDEXES = [
  ['meeting_project', '(project_id, meeting_id)', ''],
  ['meeting_executor_user', '(exec_user_id, meeting_id)', ''],
  // Few meetings have no executor yet. Without an index of their own, all meetings of a project are read for them.
  ['meeting_without_executor', '(project_id, meeting_id)', 'where exec_user_id is null'],
] as const
const FORMER = INDEXES.slice(0, 2)

export async function up(db: Kysely<never>): Promise<void> {
  for (const [name] of FORMER) await sql`drop index ${sql.ref(name)}`.execute(db)
  for (const [name, columns, where] of INDEXES)
    await sql`create index ${sql.ref(name)} on meeting ${sql.raw(columns)} include (current_stage) ${sql.raw(where)}`.execute(
      db,
    )
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const [name] of INDEXES) await sql`drop index ${sql.ref(name)}`.execute(db)
  for (const [name, columns] of FORMER)
    await sql`create index ${sql.ref(name)} on meeting ${sql.raw(columns)}`.execute(db)
}
