import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;

    -- Time-ordered identifiers below 2^53: milliseconds since 2026 (41 bits), then 11 bits of a sequence that all
    -- nodes share, so that no node needs a number of its own.
    create sequence id_sequence;
    create function next_id() returns bigint language sql volatile as $$
      select ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 2048
             + nextval('id_sequence') % 2048
    $$;

    create table sys_user (
      user_id bigint generated always as identity primary key,
      user_name text not null,
      password_hash text not null,
      phone text,
      role_type text not null check (role_type in
        ('admin', 'manager', 'leader', 'sponsor', 'executor', 'meetingExecutor', 'supervisor', 'doctor')),
      status text not null default '0' check (status in ('0', '1')),
      parent_user_id bigint references sys_user,
      main_user_id bigint generated always as (coalesce(parent_user_id, user_id)) stored,
      must_change_password boolean not null default false,
      version integer not null default 1,
      create_time timestamptz not null default now()
    );
    create unique index sys_user_name_unique on sys_user (lower(user_name));
    create unique index sys_user_phone_unique on sys_user (phone);
    create index sys_user_main on sys_user (main_user_id);
    create index sys_user_parent on sys_user (parent_user_id);

    create table sys_session (
      session_id bigint generated always as identity primary key,
      token_hash bytea not null unique,
      user_id bigint not null references sys_user on delete cascade,
      create_time timestamptz not null default now(),
      expire_time timestamptz not null
    );
    create index sys_session_user on sys_session (user_id);
    create index sys_session_expiry on sys_session (expire_time);

    -- Of unknown names too, so that a lock does not tell which names there are.
    create table login_failure (
      name_hash bytea primary key,
      failures integer not null,
      window_ends timestamptz not null
    );

    create table sms_code (
      phone text primary key,
      code_hash bytea,
      sent_time timestamptz not null,
      expire_time timestamptz not null,
      attempts integer not null default 0,
      sent_day date not null,
      sent_count integer not null default 1
    );

    create table organization (
      org_id bigint generated always as identity primary key,
      org_type text not null check (org_type in ('sponsor', 'executor')),
      org_name text not null,
      business_nature text,
      main_user_id bigint not null unique references sys_user,
      surcharge_rate numeric(5, 4) check (surcharge_rate between 0 and 1),
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint organization_name_unique unique (org_type, org_name),
      constraint organization_kind unique (org_id, org_type)
    );

    create table person (
      person_id bigint generated always as identity primary key,
      user_id bigint not null constraint person_user_unique unique references sys_user,
      org_id bigint not null,
      unit_type text not null,
      role text not null check (role in ('admin', 'supervisor', 'meetingExecutor')),
      name text not null,
      department text check (length(department) <= 100),
      position text,
      bank_region text,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint person_organization foreign key (org_id, unit_type) references organization (org_id, org_type)
    );
    create unique index person_one_admin on person (org_id) where role = 'admin';
    create index person_organization on person (org_id);

    create table expert (
      expert_id bigint primary key default next_id(),
      user_id bigint not null constraint expert_user_unique unique references sys_user,
      name text not null,
      unit text,
      department text,
      title text,
      audit_status text not null default 'pending' check (audit_status in ('pending', 'approved', 'rejected')),
      audit_opinion text,
      id_card_cipher bytea,
      bank_name text,
      bank_account_cipher bytea,
      bank_region text,
      id_card_attachments text not null default '',
      version integer not null default 1,
      create_time timestamptz not null default now()
    );
    create index expert_audit on expert (audit_status, expert_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table expert, person, organization, sms_code, login_failure, sys_session, sys_user;
    drop function next_id();
    drop sequence id_sequence;
  `.execute(db)
}
