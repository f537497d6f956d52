import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table project_plan (
      plan_id bigint generated always as identity primary key,
      plan_name text not null,
      plan_direction text,
      plan_category text,
      project_form text,
      design_file_url text,
      is_settled boolean not null default false,
      project_id bigint references project,
      project_no text,
      submitter_id bigint not null references sys_user,
      audit_status text not null default 'pending' check (audit_status in ('pending', 'approved', 'rejected')),
      audit_opinion text,
      audit_by bigint references sys_user,
      audit_time timestamptz,
      remark text,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      -- A plan of a project carries that project's number, whatever becomes of it, and none of its own.
      constraint project_plan_number check (project_id is null or project_no is null),
      -- Who decided and when stand beside every decision, and beside nothing else.
      constraint project_plan_decision check (case audit_status
        when 'pending' then audit_by is null and audit_time is null and audit_opinion is null
        else audit_by is not null and audit_time is not null end)
    );
    create index project_plan_submitter on project_plan (submitter_id, plan_id);
    create index project_plan_project on project_plan (project_id);
    create index project_plan_audit on project_plan (audit_status, plan_id);
    create index project_plan_auditor on project_plan (audit_by);

    create table special_plan (
      special_plan_id bigint generated always as identity primary key,
      plan_name text not null,
      plan_type text,
      content text,
      start_time timestamptz,
      end_time timestamptz,
      budget numeric(14, 2) check (budget >= 0),
      org_id bigint references organization,
      attachments bigint[] not null default '{}',
      status text not null default '0' check (status in ('0', '1')),
      create_user_id bigint not null references sys_user,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint special_plan_period check (end_time >= start_time)
    );
    create index special_plan_organization on special_plan (org_id);
    create index special_plan_creator on special_plan (create_user_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table special_plan, project_plan`.execute(db)
}
