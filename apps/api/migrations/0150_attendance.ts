import { sql, type Kysely } from 'kysely'

async function createSignIn(db: Kysely<never>): Promise<void> {
  await sql`
    -- How people sign in at a meeting; a meeting without a row has the defaults.
    create table sign_in_setting (
      meeting_id bigint primary key references meeting on delete cascade,
      signature text not null default 'optional' check (signature in ('required', 'optional', 'off')),
      latitude numeric(8, 6) check (latitude between -90 and 90),
      longitude numeric(9, 6) check (longitude between -180 and 180),
      version integer not null default 1,
      check ((latitude is null) = (longitude is null))
    );
    -- A screen at the door, found by the hash of the token in its address.
    create table sign_in_screen (
      screen_id bigint generated always as identity primary key,
      meeting_id bigint not null references meeting on delete cascade,
      token_hash bytea not null unique check (length(token_hash) = 32),
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now(),
      ended_time timestamptz
    );
    create index sign_in_screen_meeting on sign_in_screen (meeting_id);
    create index sign_in_screen_creator on sign_in_screen (create_user_id);
    -- Codes that a screen has shown, by their hash. The step tells when.
    create table sign_in_code (
      code_hash bytea primary key check (length(code_hash) = 32),
      screen_id bigint not null references sign_in_screen on delete cascade,
      step bigint not null
    );
    create index sign_in_code_step on sign_in_code (step);
    create index sign_in_code_screen on sign_in_code (screen_id);
    -- What a code was traded for. It serves the first phone or account that is shown to it.
    create table sign_in_ticket (
      ticket_id bigint generated always as identity primary key,
      ticket_hash bytea not null unique check (length(ticket_hash) = 32),
      meeting_id bigint not null references meeting on delete cascade,
      step bigint not null,
      phone text,
      user_id bigint references sys_user on delete cascade,
      expire_time timestamptz not null
    );
    create index sign_in_ticket_meeting on sign_in_ticket (meeting_id);
    create index sign_in_ticket_account on sign_in_ticket (user_id);
    create index sign_in_ticket_expiry on sign_in_ticket (expire_time)
  `.execute(db)
}

async function createMarks(db: Kysely<never>): Promise<void> {
  await sql`
    create table attendance_mark (
      mark_id bigint generated always as identity primary key,
      meeting_id bigint not null references meeting on delete cascade,
      attendee_id bigint not null references meeting_attendee on delete cascade,
      kind text not null check (kind in ('in', 'out')),
      method text not null check (method in ('code', 'session', 'helper', 'hand', 'import')),
      mark_time timestamptz not null,
      -- Hash of the random key of a browser, and the network without its last part.
      device_hash bytea,
      network text,
      step bigint,
      distance integer,
      clock_offset integer,
      entry_key uuid unique,
      recorded_by bigint references sys_user,
      reason text,
      photo_file_id bigint references stored_file,
      handsign_file_id bigint references stored_file,
      -- The mark that corrects this one.
      replaced_by bigint unique references attendance_mark,
      create_time timestamptz not null default now(),
      check (method not in ('hand', 'helper') or recorded_by is not null),
      check (method <> 'hand' or (reason is not null and photo_file_id is not null))
    );
    create index attendance_mark_attendee on attendance_mark (attendee_id, mark_time);
    create index attendance_mark_meeting on attendance_mark (meeting_id);
    create index attendance_mark_device on attendance_mark (meeting_id, device_hash) where device_hash is not null;
    create index attendance_mark_step on attendance_mark (meeting_id, step) where step is not null;
    create index attendance_mark_recorder on attendance_mark (recorded_by);
    create index attendance_mark_photo on attendance_mark (photo_file_id);
    create index attendance_mark_handsign on attendance_mark (handsign_file_id);
    -- What somebody decided on what was odd. The marks that the decision has seen are those up to seen_mark_id.
    create table attendance_review (
      attendee_id bigint primary key references meeting_attendee on delete cascade,
      review text not null check (review in ('accepted', 'rejected')),
      flags text[] not null,
      seen_mark_id bigint not null,
      reason text not null,
      reviewed_by bigint not null references sys_user,
      reviewed_time timestamptz not null
    );
    create index attendance_review_account on attendance_review (reviewed_by)
  `.execute(db)
}

export async function up(db: Kysely<never>): Promise<void> {
  await createSignIn(db)
  await createMarks(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table attendance_review;
    drop table attendance_mark;
    drop table sign_in_ticket;
    drop table sign_in_code;
    drop table sign_in_screen;
    drop table sign_in_setting
  `.execute(db)
}
