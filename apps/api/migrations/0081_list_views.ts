import { sql, type Kysely } from 'kysely'

/** Views of lists, which belong to one account and go with it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table list_view (
      view_id bigint generated always as identity primary key,
      user_id bigint not null references sys_user on delete cascade,
      list text not null,
      name text not null,
      -- Filters and order as in an address; they may hold the name or phone that was looked for.
      query text not null,
      columns text[] not null,
      create_time timestamptz not null default now(),
      constraint list_view_name unique (user_id, list, name)
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table list_view`.execute(db)
}
