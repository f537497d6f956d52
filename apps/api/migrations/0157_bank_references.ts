import { sql, type Kysely } from 'kysely'

/** What the bank calls the transfer of a payment that was recorded by hand. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table labor_payment_entry add column bank_reference text`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table labor_payment_entry drop column bank_reference`.execute(db)
}
