import { sql, type Kysely } from 'kysely'

/**
 * The ledger holds one row for each thing that an invoice is known by: its code and number, and the content of its
 * file. Two records that share one are the same invoice used twice, whichever transaction came first; nothing has to
 * be settled between them, and when one goes or is corrected its rows do, too.
 */
async function createLedger(db: Kysely<never>): Promise<void> {
  await sql`
    alter table meeting_invoice
      add column recognized jsonb,
      add column file_page integer not null default 1;
    create index meeting_invoice_file on meeting_invoice (file_id);

    create table invoice_ledger (
      use_key text not null,
      record_id bigint not null references meeting_invoice on delete cascade,
      primary key (use_key, record_id)
    );
    create index invoice_ledger_record on invoice_ledger (record_id);

    -- A number of twenty digits is unique by itself; a shorter one within its code.
    create function invoice_use_key(invoice_code text, invoice_number text) returns text
      language sql immutable parallel safe as $$
      select 'number:' || upper(case when length(invoice_number) = 20 then '' else coalesce(invoice_code, '') end
        || '/' || invoice_number)
    $$;

    create function enter_in_invoice_ledger() returns trigger language plpgsql as $$
    begin
      delete from invoice_ledger where record_id = new.record_id;
      insert into invoice_ledger (use_key, record_id)
        select invoice_use_key(new.invoice_code, new.invoice_number), new.record_id
          where new.invoice_number is not null
        union all
        select 'file:' || encode(f.sha256, 'hex') || '/' || new.file_page, new.record_id
          from stored_file f where f.file_id = new.file_id;
      return null;
    end
    $$;
    create trigger meeting_invoice_ledger
      after insert or update of invoice_code, invoice_number, file_id, file_page on meeting_invoice
      for each row execute function enter_in_invoice_ledger();
    update meeting_invoice set file_page = file_page;

    -- The page was one of the former file.
    create function begin_at_first_page() returns trigger language plpgsql as $$
    begin
      new.file_page := 1;
      return new;
    end
    $$;
    create trigger meeting_invoice_page before update of file_id on meeting_invoice
      for each row when (old.file_id is distinct from new.file_id) execute function begin_at_first_page();

    -- One uploaded file may hold several invoices, entered by hand one after another: their numbers tell.
    create view invoice_duplicate as
      select mine.record_id, other.record_id as other_id
        from invoice_ledger mine
        join invoice_ledger other on other.use_key = mine.use_key and other.record_id <> mine.record_id
        join meeting_invoice a on a.record_id = mine.record_id
        join meeting_invoice b on b.record_id = other.record_id
        where (a.file_id = b.file_id and a.invoice_number <> b.invoice_number) is not true;
  `.execute(db)
}

async function createBatches(db: Kysely<never>): Promise<void> {
  await sql`
    create table recognition_batch (
      batch_id bigint primary key default next_id(),
      meeting_id bigint not null references meeting on delete cascade,
      create_user_id bigint not null references sys_user,
      -- Until the meeting's files are submitted again.
      is_current boolean not null default true,
      create_time timestamptz not null default now()
    );
    create unique index recognition_batch_current on recognition_batch (meeting_id) where is_current;
    create index recognition_batch_meeting on recognition_batch (meeting_id, batch_id);
    create index recognition_batch_creator on recognition_batch (create_user_id);

    create table recognition_file (
      batch_id bigint not null references recognition_batch on delete cascade,
      file_no integer not null,
      file_id bigint not null references stored_file,
      status text not null default 'waiting'
        check (status in ('waiting', 'running', 'done', 'failed', 'replaced')),
      error_code text,
      attempts integer not null default 0,
      -- Rises whenever the file is handed to a job; what an older job brings counts for nothing.
      run integer not null default 1,
      next_attempt_time timestamptz default now(),
      primary key (batch_id, file_no)
    );
    create index recognition_file_stored on recognition_file (file_id);

    create table recognition_result (
      batch_id bigint not null,
      file_no integer not null,
      result_no integer not null,
      entry_name text,
      page integer not null,
      is_invoice boolean not null,
      error_code text,
      record_id bigint references meeting_invoice on delete set null,
      primary key (batch_id, file_no, result_no),
      foreign key (batch_id, file_no) references recognition_file on delete cascade
    );
    create index recognition_result_record on recognition_result (record_id);
  `.execute(db)
}

export async function up(db: Kysely<never>): Promise<void> {
  await createLedger(db)
  await createBatches(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop schema if exists pgboss cascade;
    drop table recognition_result, recognition_file, recognition_batch;
    drop view invoice_duplicate;
    drop trigger meeting_invoice_ledger on meeting_invoice;
    drop trigger meeting_invoice_page on meeting_invoice;
    drop function begin_at_first_page(), enter_in_invoice_ledger(), invoice_use_key(text, text);
    drop table invoice_ledger;
    alter table meeting_invoice drop column recognized, drop column file_page;
  `.execute(db)
}
