import { sql, type Kysely } from 'kysely'

/**
 * Every step of a meeting from stage to stage, which the meeting itself keeps only the last of. The project stands beside
 * it, so that the latest steps of a project are read along an index. Open meetings are few beside closed ones: the
 * homes find those of an executor and of a project by indexes of their own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table meeting_stage_change (
      change_id bigint generated always as identity primary key,
      meeting_id bigint not null references meeting on delete cascade,
      project_id bigint not null references project on delete cascade,
      from_stage text not null,
      to_stage text not null,
      reason text,
      user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now()
    );
    create index meeting_stage_change_meeting on meeting_stage_change (meeting_id, change_id);
    create index meeting_stage_change_project on meeting_stage_change (project_id, change_id);
    create index meeting_stage_change_user on meeting_stage_change (user_id);

    create index meeting_open_executor on meeting (exec_user_id, meeting_id) where current_stage <> 'closed';
    create index meeting_open_project on meeting (project_id, meeting_id) where current_stage <> 'closed';
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table meeting_stage_change;
    drop index meeting_open_executor;
    drop index meeting_open_project;
  `.execute(db)
}
