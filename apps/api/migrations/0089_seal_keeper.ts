import { sql, type Kysely } from 'kysely'

/** The person who answers for a seal. Seals from before name nobody until their main account enters one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table organization_seal add column keeper_name text`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table organization_seal drop column keeper_name`.execute(db)
}
