import { sql, type Kysely } from 'kysely'

/**
 * What happened, for readers that come after the commit. An event gets its place once its transaction is seen to be
 * committed, by one node at a time, so that a reader that has come to a place has seen all events before it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create sequence event_place;
    create table event (
      event_id bigint generated always as identity primary key,
      place bigint unique,
      name text not null,
      version integer not null,
      record_id bigint not null,
      actor_id bigint,
      fields jsonb not null,
      create_time timestamptz not null default now()
    );
    create index event_without_place on event (event_id) where place is null;
    create index event_of_record on event (record_id, event_id);
    create table event_reader (
      reader text primary key,
      place bigint not null default 0
    )
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table event_reader; drop table event; drop sequence event_place`.execute(db)
}
