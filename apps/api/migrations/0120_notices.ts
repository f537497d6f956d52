import { sql, type Kysely } from 'kysely'

/**
 * Notices that leave the portal. A notice is a row of `message`; a delivery is its way through one channel. Times are those
 * of the service's clock, except `leased_until`: which node sends a delivery is between the nodes and their database.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notice_preference (
      user_id bigint not null references sys_user on delete cascade,
      kind text not null,
      mode text not null check (mode in ('now', 'digest', 'off')),
      sms boolean not null,
      mail boolean not null,
      primary key (user_id, kind)
    );

    -- Quiet hours that an account has chosen, in minutes of the day; the same twice: none.
    create table notice_setting (
      user_id bigint primary key references sys_user on delete cascade,
      quiet_from integer not null check (quiet_from between 0 and 1439),
      quiet_until integer not null check (quiet_until between 0 and 1439),
      language text not null check (language in ('zh-CN', 'en'))
    );

    -- What a short address leads to, for its own account only.
    create table notice_link (
      code text primary key check (length(code) = 8),
      user_id bigint not null references sys_user on delete cascade,
      resource text not null,
      record_id bigint not null,
      expire_time timestamptz not null
    );
    create index notice_link_user on notice_link (user_id);
    create index notice_link_expiry on notice_link (expire_time);

    create table delivery (
      delivery_id bigint generated always as identity primary key,
      -- What the gateway knows it by.
      gateway_id uuid not null default gen_random_uuid() unique,
      -- The notice; null for codes and digests. It may be deleted before its deliveries are.
      msg_id bigint,
      kind text not null,
      user_id bigint references sys_user on delete cascade,
      -- On whose behalf it is sent; null: the platform.
      org_id bigint references organization on delete cascade,
      meeting_id bigint references meeting on delete set null,
      attendee_id bigint references meeting_attendee on delete set null,
      channel text not null check (channel in ('portal', 'sms', 'mail', 'wecom', 'dingtalk', 'feishu')),
      -- The bot of an organization; its kind is the channel.
      bot_id bigint,
      is_reminder boolean not null default false,
      template_version integer,
      -- Masked; what is sent is read from the notice.
      params jsonb not null default '{}',
      link_code text,
      state text not null check (state in ('queued', 'sent', 'delivered', 'failed', 'suppressed')),
      reason text,
      attempts integer not null default 0,
      -- When it may be sent; null in a part of a digest, which goes out with the digest.
      due_time timestamptz,
      leased_until timestamptz,
      digest_id bigint references delivery on delete set null,
      digest_day date,
      provider text,
      provider_id text,
      create_time timestamptz not null,
      sent_time timestamptz,
      settled_time timestamptz
    );
    -- One delivery for each notice and way, whoever writes it.
    create unique index delivery_once on delivery (msg_id, channel, coalesce(bot_id, 0)) where msg_id is not null;
    create unique index delivery_digest on delivery (user_id, channel, digest_day) where digest_day is not null;
    create index delivery_due on delivery (channel, due_time) where state = 'queued' and due_time is not null;
    create index delivery_parts on delivery (digest_id) where digest_id is not null;
    create index delivery_receipt on delivery (provider_id) where provider_id is not null;
    create index delivery_meeting on delivery (meeting_id, delivery_id) where meeting_id is not null;
    create index delivery_attendee on delivery (attendee_id, delivery_id) where attendee_id is not null;
    create index delivery_user on delivery (user_id, delivery_id);
    create index delivery_org on delivery (org_id) where org_id is not null;
    create index delivery_time on delivery (create_time);

    -- Messages of a day and of a month, of one organization and (0) in all.
    create table delivery_count (
      org_id bigint not null,
      channel text not null,
      period text not null check (period in ('day', 'month')),
      starts date not null,
      sent integer not null default 0,
      -- The part of the limit, in percent, of which the operator was told.
      told integer not null default 0,
      primary key (org_id, channel, period, starts)
    );
    create table delivery_limit (
      org_id bigint not null,
      channel text not null check (channel in ('sms', 'mail')),
      per_day integer not null check (per_day >= 0),
      per_month integer not null check (per_month >= 0),
      primary key (org_id, channel)
    );

    -- Rules by kind and the day from which they hold.
    create table reminder_rule (
      rule_id bigint generated always as identity primary key,
      kind text not null check (kind in ('agreement', 'invitation', 'review', 'invoice', 'filing')),
      valid_from date not null,
      is_on boolean not null,
      first_after integer not null,
      every_hours integer check (every_hours > 0),
      at_most integer not null check (at_most between 1 and 20),
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now(),
      unique (kind, valid_from)
    );
    create index reminder_rule_user on reminder_rule (create_user_id);
    insert into reminder_rule (kind, valid_from, is_on, first_after, every_hours, at_most) values
      ('agreement', '1970-01-01', true, 24, 48, 5),
      ('invitation', '1970-01-01', true, 48, 48, 2),
      ('review', '1970-01-01', true, 1, null, 1),
      ('invoice', '1970-01-01', true, 3, null, 1),
      ('filing', '1970-01-01', true, 10, null, 1);

    -- What waits and is reminded of, with the rule by which the next time was computed.
    create table reminder_watch (
      watch_id bigint generated always as identity primary key,
      kind text not null,
      record_id bigint not null,
      -- The month of a filing.
      part text not null default '',
      anchor_time timestamptz not null,
      rule_id bigint,
      next_number integer not null default 1,
      next_time timestamptz,
      unique (kind, record_id, part)
    );
    create index reminder_watch_next on reminder_watch (next_time) where next_time is not null;
    create index reminder_watch_rule on reminder_watch (kind, rule_id);

    -- Every reminder that was sent, by a rule or by hand.
    create table reminder (
      reminder_id bigint generated always as identity primary key,
      kind text not null,
      record_id bigint not null,
      part text not null default '',
      user_id bigint not null references sys_user on delete cascade,
      number integer not null,
      by_hand boolean not null,
      create_time timestamptz not null,
      unique (kind, record_id, part, user_id, number)
    );
    create index reminder_user on reminder (user_id);

    insert into dict_type (dict_type, dict_name, dict_name_en, built_in) values
      ('holiday', '节假日', 'Public holidays', true),
      ('workday', '调休上班日', 'Working days at weekends', true)
      on conflict (dict_type) do nothing
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    delete from dict_data where dict_type in ('holiday', 'workday');
    delete from dict_type where dict_type in ('holiday', 'workday');
    drop table reminder, reminder_watch, reminder_rule, delivery_limit, delivery_count, delivery, notice_link,
      notice_setting, notice_preference;
    delete from event_reader where reader in ('notices', 'reminders')`.execute(db)
}
