import { sql, type Kysely } from 'kysely'

/** What a provider charges for a delivery that it took: a long text message counts as several. Earlier rows count as none. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table delivery add column units integer not null default 0`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table delivery drop column units`.execute(db)
}
