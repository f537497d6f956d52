import { sql, type Kysely } from 'kysely'

/**
 * Pictures on the public page of a project. Their files are copies that were made for it, so they belong to no upload and to
 * no other record. An order is changed by one statement, at the end of which each place is taken once.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table project_picture (
      picture_id bigint generated always as identity primary key,
      project_id bigint not null references project,
      place integer not null,
      caption text not null,
      file_id bigint not null references stored_file,
      preview_file_id bigint not null references stored_file,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      create_user_id bigint references sys_user on delete set null,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint project_picture_place unique (project_id, place) deferrable initially immediate
    );
    create index project_picture_user on project_picture (create_user_id);
    create index project_picture_file on project_picture (file_id);
    create index project_picture_preview on project_picture (preview_file_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table project_picture`.execute(db)
}
