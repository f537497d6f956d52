import { sql, type Kysely } from 'kysely'

/** What stood in a row that was not taken, so that it can be put right and sent again; never a password. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table person_import_row add column given jsonb`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table person_import_row drop column given`.execute(db)
}
