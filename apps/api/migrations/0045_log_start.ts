import { sql, type Kysely } from 'kysely'

/** Where the operation log begins after its oldest rows were deleted by schedule. There is at most one row. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table oper_log_start (
      is_only boolean primary key default true check (is_only),
      -- The last deleted row, which the first remaining one follows.
      chain_position bigint not null,
      chain_hash bytea not null,
      -- Under a key that the database does not have, so that nobody with its password alone moves the start.
      mac bytea not null,
      purge_time timestamptz not null default now()
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table oper_log_start`.execute(db)
}
