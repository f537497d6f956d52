import { sql, type Kysely } from 'kysely'

/** Bots of groups that organizations keep, with what waits to be told and the calls that count against their limits. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table organization_bot (
      bot_id bigint primary key default next_id(),
      org_id bigint not null references organization on delete cascade,
      channel text not null check (channel in ('wecom', 'dingtalk', 'feishu')),
      name text not null,
      address_cipher bytea not null,
      secret_cipher bytea,
      host text not null,
      tail text not null,
      kinds text[] not null,
      quiet_from text,
      quiet_until text,
      is_on boolean not null default true,
      sent_time timestamptz,
      failure text,
      -- A node that sends holds the bot so long, or until it is done.
      leased_until timestamptz,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      check ((quiet_from is null) = (quiet_until is null))
    );
    create index organization_bot_org on organization_bot (org_id);
    create table bot_notice (
      notice_id bigint generated always as identity primary key,
      bot_id bigint not null references organization_bot on delete cascade,
      text text not null,
      due_time timestamptz not null,
      attempts integer not null default 0
    );
    create index bot_notice_bot on bot_notice (bot_id, notice_id);
    create table bot_call (
      call_id bigint generated always as identity primary key,
      bot_id bigint not null references organization_bot on delete cascade,
      call_time timestamptz not null
    );
    create index bot_call_bot on bot_call (bot_id, call_time)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table bot_call, bot_notice, organization_bot`.execute(db)
}
