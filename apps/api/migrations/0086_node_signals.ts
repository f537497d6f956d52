import { sql, type Kysely } from 'kysely'

/** Signals to the nodes wait here from the commit of their transaction until a notifier sends them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table node_signal (
      signal_id bigint generated always as identity primary key,
      payload text not null
    )
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table node_signal`.execute(db)
}
