import { sql, type Kysely } from 'kysely'

/** Meetings are looked for by their own day and by the beginning of their number. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index meeting_start on meeting (schedule_start_time, meeting_id)`.execute(db)
  await sql`create index meeting_number on meeting (upper(business_id) text_pattern_ops)`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index meeting_start, meeting_number`.execute(db)
}
