import { sql, type Kysely } from 'kysely'

/** Codes get a purpose, a requester and a text that they are bound to; how often they are sent is counted apart. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    drop table sms_code;

    create table verification_code (
      code_id bigint generated always as identity primary key,
      message_id uuid not null unique,
      phone text not null,
      purpose text not null,
      requester text not null,
      -- Keyed hash of phone, purpose, requester, bound text and code.
      code_hash bytea not null,
      attempts integer not null default 0,
      expire_time timestamptz not null,
      create_time timestamptz not null default now(),
      constraint verification_code_newest unique (phone, purpose, requester)
    );
    create index verification_code_expiry on verification_code (expire_time);

    -- Scopes are keyed hashes, such as that of a phone and a requester.
    create table sms_quota (
      scope bytea primary key,
      sent_day date not null,
      sent_count integer not null,
      last_time timestamptz not null
    );
    create index sms_quota_age on sms_quota (last_time);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table verification_code, sms_quota;
    create table sms_code (
      phone text primary key,
      code_hash bytea,
      sent_time timestamptz not null,
      expire_time timestamptz not null,
      attempts integer not null default 0,
      sent_day date not null,
      sent_count integer not null default 1
    );
  `.execute(db)
}
