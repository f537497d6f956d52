import { sql, type Kysely } from 'kysely'

/** What experts answer to invitations, whom they ask, and the addresses at which calendars read their meetings. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table meeting
      add column contact_name text,
      add column contact_phone text;

    alter table meeting_attendee
      add column reply text check (reply in ('accepted', 'declined')),
      add column reply_reason text,
      add column reply_time timestamptz,
      add constraint meeting_attendee_reply check ((reply is null) = (reply_time is null));

    create table calendar_feed (
      user_id bigint primary key references sys_user on delete cascade,
      token_hash bytea not null unique,
      create_time timestamptz not null default now()
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table calendar_feed;
    alter table meeting_attendee drop column reply_time, drop column reply_reason, drop column reply;
    alter table meeting drop column contact_phone, drop column contact_name;
  `.execute(db)
}
