import { sql, type Kysely } from 'kysely'

/** Whether a payer expects an invoice of the tax office for a payment that reaches the VAT threshold; null for the default. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table organization_tax_setting add column invoice_expected boolean`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table organization_tax_setting drop column invoice_expected`.execute(db)
}
