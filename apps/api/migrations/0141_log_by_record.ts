import { sql, type Kysely } from 'kysely'

/** The entries of one record, by any of the ids that they name. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index oper_log_target on oper_log using gin (string_to_array(target, ' '))`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index oper_log_target`.execute(db)
}
