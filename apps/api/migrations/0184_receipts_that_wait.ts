import { sql, type Kysely } from 'kysely'

/** Receipts of banks that are not attached to a line yet: their text is still to be read, or a person says which line they are of. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table waiting_receipt (
      waiting_id bigint primary key default next_id(),
      batch_id bigint not null references payment_batch on delete cascade,
      file_id bigint not null references stored_file,
      sha256 bytea not null check (length(sha256) = 32),
      reason text not null check (reason in ('unread', 'noLine', 'several', 'taken', 'damaged')),
      -- Lines of the batch that it may be of.
      line_ids bigint[] not null default '{}',
      user_id bigint references sys_user on delete set null,
      user_name text not null,
      create_time timestamptz not null default now()
    );
    create unique index waiting_receipt_once on waiting_receipt (batch_id, sha256);
    create index waiting_receipt_file on waiting_receipt (file_id);
    create index waiting_receipt_user on waiting_receipt (user_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table waiting_receipt`.execute(db)
}
