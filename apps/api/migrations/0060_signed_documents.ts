import { sql, type Kysely } from 'kysely'

/**
 * What is known of each signed document beyond its agreement, and the hashes of all files that were handed out for it:
 * a timestamp, a seal or proof of certificates changes the file but not what was signed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table signed_document (
      verify_code text primary key,
      attendee_id bigint not null references meeting_attendee,
      timestamp_status text not null check (timestamp_status in ('none', 'pending', 'stamped', 'failed')),
      timestamp_time timestamptz,
      timestamp_authority text,
      revocation_status text not null check (revocation_status in ('none', 'pending', 'kept', 'failed')),
      problem text,
      attempts integer not null default 0,
      create_time timestamptz not null default now(),
      constraint signed_document_stamp check ((timestamp_status = 'stamped') = (timestamp_time is not null))
    );
    create index signed_document_attendee on signed_document (attendee_id);

    create table signed_document_file (
      verify_code text not null references signed_document,
      sha256 bytea not null,
      file_id bigint not null references stored_file,
      made text not null check (made in ('signed', 'stamped', 'proven', 'sealed')),
      create_time timestamptz not null default now(),
      primary key (verify_code, sha256)
    );
    create index signed_document_file_stored on signed_document_file (file_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table signed_document_file; drop table signed_document`.execute(db)
}
