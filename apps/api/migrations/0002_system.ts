import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table dict_type (
      dict_id bigint generated always as identity primary key,
      dict_type text not null constraint dict_type_unique unique,
      dict_name text not null,
      dict_name_en text not null,
      built_in boolean not null default false,
      version integer not null default 1,
      create_time timestamptz not null default now()
    );
    create table dict_data (
      dict_code bigint generated always as identity primary key,
      dict_type text not null references dict_type (dict_type) on delete cascade,
      dict_value text not null,
      dict_label text not null,
      dict_label_en text not null,
      dict_sort integer not null default 0,
      status text not null default '0' check (status in ('0', '1')),
      built_in boolean not null default false,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint dict_data_unique unique (dict_type, dict_value)
    );

    create table oper_log (
      oper_id bigint generated always as identity primary key,
      operation text not null,
      user_id bigint,
      user_name text,
      target text,
      http_status integer not null,
      error text,
      ip text,
      request_id text not null,
      oper_time timestamptz not null default now()
    );
    create index oper_log_time on oper_log (oper_time);
    create index oper_log_user on oper_log (user_id, oper_id);

    create table stored_file (
      file_id bigint primary key default next_id(),
      storage_key text not null unique,
      original_name text not null,
      media_type text not null,
      size bigint not null,
      sha256 bytea not null,
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now()
    );

    create table message (
      msg_id bigint generated always as identity primary key,
      user_id bigint not null references sys_user on delete cascade,
      kind text not null,
      params jsonb not null default '{}',
      link_resource text,
      link_id bigint,
      read_time timestamptz,
      create_time timestamptz not null default now()
    );
    create index message_user on message (user_id, msg_id);
    create index message_unread on message (user_id) where read_time is null;

    create table idempotency_record (
      scope text not null,
      idempotency_key text not null,
      request_hash bytea not null,
      answer jsonb,
      create_time timestamptz not null default now(),
      primary key (scope, idempotency_key)
    );
    create index idempotency_record_age on idempotency_record (create_time);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table idempotency_record, message, stored_file, oper_log, dict_data, dict_type`.execute(db)
}
