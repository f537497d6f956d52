import { sql, type Kysely } from 'kysely'

const STATES = [
  'none',
  'waiting',
  'valid',
  'mismatch',
  'notFound',
  'voided',
  'redFlushed',
  'unsupported',
  'failed',
]
/** What the authority is asked about: another value of one of them is another question. */
const ASKED = [
  'invoice_type',
  'invoice_code',
  'invoice_number',
  'issue_date',
  'check_code',
  'amount',
  'total_amount',
]
const rowOf = (row: string) => `(${ASKED.map((column) => `${row}.${column}`).join(', ')})`

async function addTables(db: Kysely<never>): Promise<void> {
  await sql`
    -- Tells whether an answer is newer than a question, whatever clocks say.
    create sequence verification_order;

    create table invoice_verification (
      record_id bigint primary key references meeting_invoice on delete cascade,
      asked_no bigint not null default nextval('verification_order'),
      attempts integer not null default 0,
      next_time timestamptz,
      problem text,
      verified_time timestamptz,
      fields jsonb
    );
    create index invoice_verification_due on invoice_verification (next_time) where next_time is not null;

    -- One call for an invoice at a time; who asks meanwhile takes its answer.
    create table verification_call (
      call_id uuid primary key,
      invoice_key text not null,
      question_hash bytea not null check (length(question_hash) = 32),
      record_id bigint references meeting_invoice on delete set null,
      tries integer not null default 1,
      asked_time timestamptz not null,
      answered_time timestamptz,
      answered_no bigint,
      outcome text,
      fields jsonb,
      cost numeric(10, 4),
      check ((answered_time is null) = (outcome is null))
    );
    create unique index verification_call_open on verification_call (invoice_key) where answered_time is null;
    create index verification_call_answers on verification_call (invoice_key, answered_no);
    create index verification_call_record on verification_call (record_id);
    create index verification_call_asked on verification_call (asked_time);

    create table verification_count (
      day date not null,
      invoice_key text not null,
      calls integer not null,
      failures integer not null default 0,
      cost numeric(14, 4) not null default 0,
      primary key (invoice_key, day)
    );
  `.execute(db)
}

/** How the authority was asked about invoices, what it said, and how often it was asked. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table meeting_invoice
      add column verification_state text not null default 'none'
        check (verification_state in (${sql.join(STATES.map((state) => sql.lit(state)))})),
      add column verification_run integer not null default 0;
    create index meeting_invoice_verification on meeting_invoice (verification_state, record_id);

    -- The authority's answer raises the run itself, and stays beside the values that it brings.
    create function forget_invoice_verification() returns trigger language plpgsql as $$
    begin
      new.verification_state := 'none';
      new.verification_run := old.verification_run + 1;
      return new;
    end
    $$;
    create trigger meeting_invoice_verification
      before update of ${sql.raw(ASKED.join(', '))} on meeting_invoice
      for each row when (old.verification_state <> 'none' and old.verification_run = new.verification_run
        and ${sql.raw(rowOf('old'))} is distinct from ${sql.raw(rowOf('new'))})
      execute function forget_invoice_verification();
  `.execute(db)
  await addTables(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table verification_count, verification_call, invoice_verification;
    drop sequence verification_order;
    drop trigger meeting_invoice_verification on meeting_invoice;
    drop function forget_invoice_verification();
    alter table meeting_invoice drop column verification_state, drop column verification_run;
  `.execute(db)
}
