import { sql, type Kysely } from 'kysely'

/** Receipts of banks for the lines of batches. A line has one current receipt, a file is the current one of one line of a batch. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table payment_receipt (
      receipt_id bigint primary key default next_id(),
      line_id bigint not null references payment_batch_line on delete cascade,
      batch_id bigint not null references payment_batch on delete cascade,
      file_id bigint not null references stored_file,
      sha256 bytea not null check (length(sha256) = 32),
      user_id bigint references sys_user on delete set null,
      user_name text not null,
      create_time timestamptz not null default now(),
      -- When another one took its place; null for the current one.
      replaced_time timestamptz
    );
    create unique index payment_receipt_current on payment_receipt (line_id) where replaced_time is null;
    create unique index payment_receipt_once on payment_receipt (batch_id, sha256) where replaced_time is null;
    create index payment_receipt_line on payment_receipt (line_id);
    create index payment_receipt_batch on payment_receipt (batch_id);
    create index payment_receipt_file on payment_receipt (file_id);
    create index payment_receipt_user on payment_receipt (user_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table payment_receipt`.execute(db)
}
