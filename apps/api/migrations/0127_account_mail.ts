import { sql, type Kysely } from 'kysely'

/** Mail addresses of accounts, sealed; a proposed one counts once the link that was sent to it is opened. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table account_mail (
      user_id bigint primary key references sys_user on delete cascade,
      address_cipher bytea,
      confirm_time timestamptz,
      pending_cipher bytea,
      token_hash bytea unique check (length(token_hash) = 32),
      token_until timestamptz,
      unreachable_time timestamptz,
      check ((address_cipher is null) = (confirm_time is null)),
      check ((pending_cipher is null) = (token_hash is null) and (pending_cipher is null) = (token_until is null)),
      check (unreachable_time is null or address_cipher is not null)
    );
    create table account_mail_failure (
      failure_id bigint generated always as identity primary key,
      user_id bigint not null references account_mail on delete cascade,
      failure_time timestamptz not null
    );
    create index account_mail_failure_account on account_mail_failure (user_id, failure_time)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table account_mail_failure, account_mail`.execute(db)
}
