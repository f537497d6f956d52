import { sql, type Kysely } from 'kysely'

/** Unread messages are found by the record that they are about, once what they asked for is done. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index message_about on message (link_id, kind) where read_time is null`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index message_about`.execute(db)
}
