import { sql, type Kysely } from 'kysely'

/** How a payer's version of the tax authority's client names what differs between versions; null for the default. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table organization_tax_setting
      add column non_resident_item text check (non_resident_item in ('general', 'whole')),
      add column withholding_column text check (withholding_column in ('taxes', 'donations'));
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table organization_tax_setting
      drop column withholding_column,
      drop column non_resident_item;
  `.execute(db)
}
