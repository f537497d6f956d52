import { sql, type Kysely } from 'kysely'

/** What was imported from conference tools. A row of a file is known by the hash of what it says. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table conference_row (
      row_id bigint generated always as identity primary key,
      meeting_id bigint not null references meeting on delete cascade,
      row_key bytea not null check (length(row_key) = 32),
      row_number integer not null,
      nickname text not null,
      role text,
      first_in timestamptz not null,
      last_out timestamptz not null,
      -- Seconds that the tool counted, which are fewer if somebody left in between.
      stay_seconds integer check (stay_seconds >= 0),
      state text not null check (state in ('matched', 'review', 'unknown', 'dismissed')),
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now(),
      unique (meeting_id, row_key),
      check (first_in <= last_out)
    );
    create index conference_row_creator on conference_row (create_user_id)
  `.execute(db)
  await sql`
    alter table attendance_mark add column conference_row_id bigint references conference_row;
    create index attendance_mark_row on attendance_mark (conference_row_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table attendance_mark drop column conference_row_id;
    drop table conference_row
  `.execute(db)
}
