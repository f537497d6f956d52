import { sql, type Kysely } from 'kysely'

/**
 * Service types belong to items of the tax law, by settings of the payer (IIT Regulations, article 6). Entries of the
 * ledger from before, and those that a node of the previous release adds, have no item: each service type was one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table organization_tax_setting
      add column labor_items jsonb check (jsonb_typeof(labor_items) = 'object'),
      add column is_county_apart boolean not null default true,
      -- Why the settings begin on a day that was already paid or filed under others.
      add column reason text;
    alter table labor_payment_entry
      add column tax_item text check (tax_item in ('lecture', 'consulting', 'review', 'other', 'chair', 'discussion')),
      add column is_county_apart boolean not null default true;
    -- Settings of a payer begin after its last payment.
    create index labor_payment_last on labor_payment_entry (org_id, paid_date) where is_live;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index labor_payment_last;
    alter table labor_payment_entry drop column tax_item, drop column is_county_apart;
    alter table organization_tax_setting
      drop column labor_items, drop column is_county_apart, drop column reason;
  `.execute(db)
}
