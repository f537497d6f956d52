import { sql, type Kysely } from 'kysely'

/** The names that the platform knows a tax id by: those of organizations, and of the latest invoices with it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index organization_credit_code on organization (credit_code) where credit_code is not null;
    create index meeting_invoice_buyer_tax_id on meeting_invoice (buyer_tax_id, record_id)
      where buyer_tax_id is not null and buyer_name is not null and not needs_review;
    create index meeting_invoice_seller_tax_id on meeting_invoice (seller_tax_id, record_id)
      where seller_tax_id is not null and seller_name is not null and not needs_review;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index organization_credit_code, meeting_invoice_buyer_tax_id, meeting_invoice_seller_tax_id`.execute(
    db,
  )
}
