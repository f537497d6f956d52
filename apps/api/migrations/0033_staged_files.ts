import { sql, type Kysely } from 'kysely'

/** What is written to the file storage before its row exists, so that what no row ever claims is found and removed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table staged_file (
      file_id bigint primary key,
      storage_key text not null,
      -- Its bytes are being removed, so that no row may claim them any more.
      is_abandoned boolean not null default false,
      create_time timestamptz not null default now()
    );
    create index staged_file_age on staged_file (create_time);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table staged_file`.execute(db)
}
