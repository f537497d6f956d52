import { sql, type Kysely } from 'kysely'

/** What has a limit for each day: of visitors' intents how many, of uploads how many bytes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table daily_count (
      -- Keyed hash of what is counted and of whom, such as a network.
      scope_hash bytea not null,
      day date not null,
      amount bigint not null,
      primary key (scope_hash, day)
    );
    create index daily_count_age on daily_count (day);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table daily_count`.execute(db)
}
