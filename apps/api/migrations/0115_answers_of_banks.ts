import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- What a bank answered about a batch. The same file is one answer, however often it is sent.
    create table payment_batch_answer (
      answer_id bigint generated always as identity primary key,
      batch_id bigint not null references payment_batch,
      sha256 bytea not null check (length(sha256) = 32),
      file_name text not null,
      state text not null default 'read' check (state in ('read', 'applying', 'applied')),
      rows integer not null,
      user_id bigint references sys_user on delete set null,
      user_name text not null,
      create_time timestamptz not null default now(),
      constraint payment_batch_answer_once unique (batch_id, sha256)
    );
    create index payment_batch_answer_user on payment_batch_answer (user_id);
    create unique index payment_batch_answer_applying on payment_batch_answer (batch_id) where state = 'applying';

    create table payment_batch_answer_row (
      answer_id bigint not null references payment_batch_answer on delete cascade,
      row_number integer not null,
      line_id bigint references payment_batch_line on delete cascade,
      outcome text check (outcome in ('paid', 'returned')),
      problem text,
      name text,
      amount text,
      reason text,
      primary key (answer_id, row_number)
    );
    create index payment_batch_answer_row_line on payment_batch_answer_row (line_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table payment_batch_answer_row;
    drop table payment_batch_answer
  `.execute(db)
}
