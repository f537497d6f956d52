import { sql, type Kysely } from 'kysely'

const KINDS = sql.raw(`('paymentStatement', 'attendanceCertificate', 'attendanceSheet', 'paymentReceipt')`)
const FORMER_KINDS = sql.raw(`('paymentStatement', 'attendanceCertificate', 'attendanceSheet')`)

/** What the ledger of invoices has of meetings, as before. */
const OF_MEETINGS = sql.raw(`
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
        or invoice_number_form(a.invoice_code) = invoice_number_form(b.invoice_code))`)

/**
 * Papers that prove payments for the tax of their payers: receipts that the service makes, and invoices that tax offices issued. An
 * invoice of a payment is a use of it like that of a meeting; its ids are above those of meetings, so that the meeting is the first use.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table payment_paper (
      entry_id bigint primary key references labor_payment_entry,
      file_id bigint not null references stored_file,
      sha256 bytea not null check (length(sha256) = 32),
      create_time timestamptz not null default now()
    );
    create index payment_paper_file on payment_paper (file_id);
    create table payment_invoice (
      invoice_id bigint primary key default next_id(),
      entry_id bigint not null references labor_payment_entry,
      file_id bigint not null references stored_file,
      sha256 bytea not null check (length(sha256) = 32),
      invoice_code text,
      invoice_number text not null check (invoice_number_form(invoice_number) <> ''),
      use_key text not null generated always as (invoice_use_key(null, invoice_number)) stored,
      -- Numbers of twenty digits are invoices of their own; shorter ones have a code.
      code_key text not null generated always as (case
        when length(invoice_number_form(invoice_number)) >= 19 then '' else invoice_number_form(invoice_code) end) stored,
      issue_date date,
      seller_name text not null,
      buyer_name text,
      total_amount numeric(12, 2) not null,
      user_id bigint references sys_user on delete set null,
      user_name text not null,
      create_time timestamptz not null default now(),
      -- When it was taken away from its payment; null while it serves it.
      released_time timestamptz
    );
    create unique index payment_invoice_entry on payment_invoice (entry_id) where released_time is null;
    create unique index payment_invoice_once on payment_invoice (use_key, code_key) where released_time is null;
    create unique index payment_invoice_bytes on payment_invoice (sha256) where released_time is null;
    create index payment_invoice_of on payment_invoice (entry_id);
    create index payment_invoice_file on payment_invoice (file_id);
    create index payment_invoice_user on payment_invoice (user_id);

    create function is_same_invoice(use_key text, one text, other text) returns boolean
      language sql immutable parallel safe as $$
        select use_key not like 'number:%' or length(use_key) >= length('number:') + 19
          or invoice_number_form(one) = '' or invoice_number_form(other) = ''
          or invoice_number_form(one) = invoice_number_form(other)
      $$;
    create or replace view invoice_duplicate as
      ${OF_MEETINGS}
      union all
      select mine.record_id, p.invoice_id as other_id
        from payment_invoice p
        join invoice_ledger mine on mine.use_key in (p.use_key, 'file:' || encode(p.sha256, 'hex') || '/1')
        join meeting_invoice a on a.record_id = mine.record_id
        where p.released_time is null and is_same_invoice(mine.use_key, a.invoice_code, p.invoice_code);

    alter table issued_paper drop constraint issued_paper_kind_check;
    alter table issued_paper add constraint issued_paper_kind_check check (kind in ${KINDS}) not valid
  `.execute(db)
}

/** Receipts can be verified no longer. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    delete from issued_paper where kind = 'paymentReceipt';
    alter table issued_paper drop constraint issued_paper_kind_check;
    alter table issued_paper add constraint issued_paper_kind_check check (kind in ${FORMER_KINDS}) not valid;
    create or replace view invoice_duplicate as ${OF_MEETINGS};
    drop function is_same_invoice(text, text, text);
    drop table payment_invoice;
    drop table payment_paper
  `.execute(db)
}
