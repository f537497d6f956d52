import { sql, type Kysely } from 'kysely'

/** Calls of the current minute that all nodes count together. A crash of the database may empty it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table rate_count (
      key_hash bytea primary key,
      calls integer not null,
      window_ends timestamptz not null
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table rate_count`.execute(db)
}
