import { sql, type Kysely } from 'kysely'

/** Each agreed fee is paid once: by a live entry of the ledger, or by a live line of a batch that will become one. */
async function createClaims(db: Kysely<never>): Promise<void> {
  await sql`
    create table labor_payment_claim (
      attendee_id bigint constraint labor_payment_claim_once primary key references meeting_attendee,
      -- The line of the batch that holds the fee; null if it was paid without one.
      line_id bigint unique
    );
    insert into labor_payment_claim (attendee_id)
      select attendee_id from labor_payment_entry where kind = 'payment' and is_live
  `.execute(db)
}

async function createBatches(db: Kysely<never>): Promise<void> {
  await sql`
    create table payment_batch (
      batch_id bigint generated always as identity primary key,
      org_id bigint not null references organization,
      title text not null,
      state text not null default 'draft'
        check (state in ('draft', 'locked', 'exported', 'settled', 'cancelled')),
      work text check (work in ('locking', 'releasing', 'settling')),
      work_done integer not null default 0,
      work_total integer not null default 0,
      paid_date date,
      preset text,
      is_stale boolean not null default false,
      created_by bigint references sys_user on delete set null,
      created_by_name text not null,
      create_time timestamptz not null default now(),
      locked_by bigint references sys_user,
      locked_by_name text,
      locked_time timestamptz,
      released_by bigint references sys_user,
      released_by_name text,
      released_time timestamptz,
      -- What its lines come to, written whenever they change.
      lines integer not null default 0,
      refused integer not null default 0,
      paid integer not null default 0,
      returned integer not null default 0,
      payable_amount numeric(14, 2) not null default 0,
      vat_amount numeric(14, 2) not null default 0,
      surcharge_amount numeric(14, 2) not null default 0,
      income_tax numeric(14, 2) not null default 0,
      net_amount numeric(14, 2) not null default 0,
      file_id bigint references stored_file,
      file_sha256 bytea check (length(file_sha256) = 32),
      constraint payment_batch_two_people check (released_by <> locked_by),
      constraint payment_batch_released check (state not in ('exported', 'settled') or released_by is not null),
      constraint payment_batch_locked check (state in ('draft', 'cancelled') or locked_by is not null)
    );
    create index payment_batch_org on payment_batch (org_id, batch_id);
    create index payment_batch_creator on payment_batch (created_by);
    create index payment_batch_locker on payment_batch (locked_by);
    create index payment_batch_releaser on payment_batch (released_by);
    create index payment_batch_file on payment_batch (file_id);

    create table payment_batch_line (
      line_id bigint generated always as identity primary key,
      batch_id bigint not null references payment_batch,
      attendee_id bigint not null references meeting_attendee on delete cascade,
      state text not null default 'draft' check (state in
        ('draft', 'refused', 'locked', 'dropped', 'exported', 'paid', 'returned', 'cancelled')),
      reasons text[] not null default '{}',
      -- What was settled when the batch was locked.
      payable_amount numeric(14, 2) not null default 0,
      vat_amount numeric(14, 2) not null default 0,
      surcharge_amount numeric(14, 2) not null default 0,
      income_tax numeric(14, 2) not null default 0,
      net_amount numeric(14, 2) not null default 0,
      differences jsonb not null default '{"zh-CN": [], "en": []}',
      person_hash bytea,
      -- The last entry of the person that was known then.
      seen_entry_id bigint,
      verify_code text,
      entry_id bigint unique references labor_payment_entry,
      return_reason text,
      constraint payment_batch_line_once unique (batch_id, attendee_id),
      constraint payment_batch_line_recorded check (state not in ('exported', 'paid', 'returned') or entry_id is not null)
    );
    create index payment_batch_line_attendee on payment_batch_line (attendee_id);
    alter table labor_payment_claim add foreign key (line_id) references payment_batch_line;

    create table payment_batch_download (
      download_id bigint generated always as identity primary key,
      batch_id bigint not null references payment_batch,
      user_id bigint references sys_user on delete set null,
      user_name text not null,
      purpose text not null,
      create_time timestamptz not null default now()
    );
    create index payment_batch_download_batch on payment_batch_download (batch_id);
    create index payment_batch_download_user on payment_batch_download (user_id);

    -- The account that a payer pays from.
    create table payer_account (
      org_id bigint primary key references organization on delete cascade,
      account_cipher bytea not null,
      account_name text not null,
      bank_name text not null,
      version integer not null default 1
    )
  `.execute(db)
}

export async function up(db: Kysely<never>): Promise<void> {
  await createClaims(db)
  await createBatches(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table payer_account;
    drop table payment_batch_download;
    drop table labor_payment_claim;
    drop table payment_batch_line;
    drop table payment_batch
  `.execute(db)
}
