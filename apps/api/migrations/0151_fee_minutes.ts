import { sql, type Kysely } from 'kysely'

/** The minutes of attendance that a fee is for. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table labor_agreement add column fee_minutes integer check (fee_minutes > 0)`.execute(db)
  await sql`alter table agreement_amendment add column fee_minutes integer check (fee_minutes > 0)`.execute(
    db,
  )
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table agreement_amendment drop column fee_minutes`.execute(db)
  await sql`alter table labor_agreement drop column fee_minutes`.execute(db)
}
