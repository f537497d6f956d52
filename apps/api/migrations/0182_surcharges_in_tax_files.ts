import { sql, type Kysely } from 'kysely'

/** Whether the withholding files of a payer state its surcharges as taxes that are deducted; null for the default. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table organization_tax_setting add column surcharges_deducted boolean`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table organization_tax_setting drop column surcharges_deducted`.execute(db)
}
