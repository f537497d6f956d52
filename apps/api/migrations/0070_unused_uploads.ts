import { sql, type Kysely } from 'kysely'

/**
 * Since when an upload waits for a record to refer to it; null once one does. Whether records refer to earlier uploads is not
 * known here, so that these are kept.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table stored_file add column unused_since timestamptz`.execute(db)
  await sql`
    create index stored_file_unused on stored_file (unused_since) where unused_since is not null`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table stored_file drop column unused_since`.execute(db)
}
