import { sql, type Kysely } from 'kysely'

/** The names of the fields in `recognized`, as they were when this was written. */
const FIELDS = [
  'invoiceType',
  'invoiceCode',
  'invoiceNumber',
  'issueDate',
  'checkCode',
  'buyerName',
  'buyerTaxId',
  'sellerName',
  'sellerTaxId',
  'amount',
  'taxAmount',
  'totalAmount',
]

/**
 * Readings get the places of their fields, other readings, and all of their pages; earlier readings have none. An invoice whose
 * reading is doubtful needs a review until somebody saves it, so any save by a user, which raises the version, ends that.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const boxes = JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, null])))
  await sql`alter table meeting_invoice add column needs_review boolean not null default false`.execute(db)
  await sql`
    update meeting_invoice
      set recognized = recognized
            || jsonb_build_object('boxes', ${boxes}::jsonb, 'alternatives', '[]'::jsonb,
                 'pages', jsonb_build_array(recognized -> 'page')),
          needs_review = recognized -> 'checks' -> 'amountsAddUp' = 'false'
            or recognized -> 'checks' -> 'qrMatchesText' = 'false'
            or recognized -> 'checks' -> 'buyerTaxIdValid' = 'false'
            or recognized -> 'checks' -> 'sellerTaxIdValid' = 'false'
      where recognized is not null`.execute(db)
  await sql`
    create index meeting_invoice_review on meeting_invoice (needs_review, record_id);

    create function end_invoice_review() returns trigger language plpgsql as $$
    begin
      new.needs_review := false;
      return new;
    end
    $$;
    create trigger meeting_invoice_review before update of version on meeting_invoice
      for each row when (old.version is distinct from new.version) execute function end_invoice_review()
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop trigger meeting_invoice_review on meeting_invoice;
    drop function end_invoice_review();
    drop index meeting_invoice_review;
    alter table meeting_invoice drop column needs_review;
    update meeting_invoice set recognized = recognized - 'boxes' - 'alternatives' - 'pages'
      where recognized is not null
  `.execute(db)
}
