import { sql, type Kysely } from 'kysely'

/**
 * An invoice is the same however its number was typed: full-width digits are narrowed, white space and leading zeros
 * leave. Codes tell two invoices apart where both have one; a number of twenty digits needs none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function invoice_number_form(given text) returns text language sql immutable parallel safe as $$
      select ltrim(regexp_replace(
        upper(translate(coalesce(given, ''), '０１２３４５６７８９', '0123456789')), '[[:space:]　]', '', 'g'), '0')
    $$;

    create or replace function invoice_use_key(invoice_code text, invoice_number text) returns text
      language sql immutable parallel safe as $$ select 'number:' || invoice_number_form(invoice_number) $$;

    create or replace view invoice_duplicate as
      select mine.record_id, other.record_id as other_id
        from invoice_ledger mine
        join invoice_ledger other on other.use_key = mine.use_key and other.record_id <> mine.record_id
        join meeting_invoice a on a.record_id = mine.record_id
        join meeting_invoice b on b.record_id = other.record_id
        where (a.file_id = b.file_id
            and nullif(invoice_number_form(a.invoice_number), '') <> nullif(invoice_number_form(b.invoice_number), '')
          ) is not true
          and (mine.use_key not like 'number:%' or length(mine.use_key) >= length('number:') + 19
            or invoice_number_form(a.invoice_code) = '' or invoice_number_form(b.invoice_code) = ''
            or invoice_number_form(a.invoice_code) = invoice_number_form(b.invoice_code));
    update meeting_invoice set file_page = file_page;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace view invoice_duplicate as
      select mine.record_id, other.record_id as other_id
        from invoice_ledger mine
        join invoice_ledger other on other.use_key = mine.use_key and other.record_id <> mine.record_id
        join meeting_invoice a on a.record_id = mine.record_id
        join meeting_invoice b on b.record_id = other.record_id
        where (a.file_id = b.file_id and a.invoice_number <> b.invoice_number) is not true;
    create or replace function invoice_use_key(invoice_code text, invoice_number text) returns text
      language sql immutable parallel safe as $$
      select 'number:' || upper(case when length(invoice_number) = 20 then '' else coalesce(invoice_code, '') end
        || '/' || invoice_number)
    $$;
    drop function invoice_number_form(text);
    update meeting_invoice set file_page = file_page;
  `.execute(db)
}
