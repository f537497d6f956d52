import { sql, type Kysely } from 'kysely'

/** Columns that lists are sorted by and that may be empty. */
const SORTED = [
  ['project', 'start_time', 'project_id'],
  ['project', 'end_time', 'project_id'],
  ['project', 'manager_score', 'project_id'],
  ['meeting', 'supervision_time', 'meeting_id'],
  ['meeting', 'schedule_start_time', 'meeting_id'],
  ['project_plan', 'audit_time', 'plan_id'],
] as const

const nameOf = (table: string, column: string, direction: string) =>
  sql.ref(`${table}_${column}_${direction}`)

/** One index read backwards would give empty values first, so each direction has its own. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, column, key] of SORTED) {
    await sql`create index ${nameOf(table, column, 'asc')} on ${sql.table(table)}
      (${sql.ref(column)}, ${sql.ref(key)})`.execute(db)
    await sql`create index ${nameOf(table, column, 'desc')} on ${sql.table(table)}
      (${sql.ref(column)} desc nulls last, ${sql.ref(key)} desc)`.execute(db)
  }
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const [table, column] of SORTED)
    for (const direction of ['asc', 'desc'])
      await sql`drop index ${nameOf(table, column, direction)}`.execute(db)
}
