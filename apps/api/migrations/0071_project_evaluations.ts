import { sql, type Kysely } from 'kysely'

/**
 * Every score that a project was given, with its comment; the project itself keeps the last score. Who gave the earlier
 * scores is not known here, so that the history begins with the next one. The time is that of the row, because the
 * transactions of a project wait for each other and would else bear the times at which they began to wait.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table project_evaluation (
      evaluation_id bigint generated always as identity primary key,
      project_id bigint not null references project on delete cascade,
      score numeric(5, 2) check (score >= 0),
      comment text,
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default clock_timestamp()
    );
    create index project_evaluation_project on project_evaluation (project_id, evaluation_id);
    create index project_evaluation_user on project_evaluation (create_user_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table project_evaluation`.execute(db)
}
