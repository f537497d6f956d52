import { sql, type Kysely } from 'kysely'

/**
 * A session tells where it was opened, when it was last used and what has been proven in it. `expire_time` moves on with
 * every use, up to `end_time`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sys_session
      add column end_time timestamptz,
      add column last_used_time timestamptz not null default now(),
      add column address text,
      add column device text,
      add column first_factor_time timestamptz,
      add column second_factor_time timestamptz;
    update sys_session set end_time = expire_time, last_used_time = create_time;
    alter table sys_session alter column end_time set not null;

    -- confirmed_time is null until a code has shown that the app has the secret; last_step is the newest step whose code
    -- was taken, so that none is taken twice.
    create table totp_factor (
      user_id bigint primary key references sys_user on delete cascade,
      secret_cipher bytea not null,
      last_step bigint not null default 0,
      confirmed_time timestamptz,
      create_time timestamptz not null default now()
    );

    create table recovery_code (
      user_id bigint not null references sys_user on delete cascade,
      code_hash bytea not null,
      used_time timestamptz,
      create_time timestamptz not null default now(),
      primary key (user_id, code_hash)
    );

    create table passkey (
      passkey_id bigint generated always as identity primary key,
      user_id bigint not null references sys_user on delete cascade,
      credential_id text not null constraint passkey_credential_unique unique,
      public_key bytea not null,
      sign_count bigint not null,
      transports text[] not null default '{}',
      user_handle text not null,
      name text not null,
      is_backed_up boolean not null default false,
      last_used_time timestamptz,
      create_time timestamptz not null default now()
    );
    create index passkey_user on passkey (user_id, passkey_id);

    -- What a login, a passkey or a confirmation has to answer to, once.
    create table factor_challenge (
      challenge_hash bytea primary key,
      purpose text not null check (purpose in ('login', 'passkeyLogin', 'enrolment', 'confirmation')),
      user_id bigint references sys_user on delete cascade,
      session_id bigint references sys_session on delete cascade,
      tries integer not null default 0,
      expire_time timestamptz not null
    );
    create index factor_challenge_expiry on factor_challenge (expire_time);
    create index factor_challenge_user on factor_challenge (user_id);
    create index factor_challenge_session on factor_challenge (session_id);

    create table factor_failure (
      user_id bigint primary key references sys_user on delete cascade,
      failures integer not null,
      window_ends timestamptz not null
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table factor_failure, factor_challenge, passkey, recovery_code, totp_factor;
    alter table sys_session
      drop column end_time,
      drop column last_used_time,
      drop column address,
      drop column device,
      drop column first_factor_time,
      drop column second_factor_time;
  `.execute(db)
}
