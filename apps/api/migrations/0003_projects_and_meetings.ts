import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create sequence project_no_sequence;
    create table project (
      project_id bigint generated always as identity primary key,
      project_no text not null
        default 'P' || to_char(now(), 'YYYYMMDD') || '-' || nextval('project_no_sequence')
        constraint project_no_unique unique,
      project_name text not null,
      start_time timestamptz,
      end_time timestamptz,
      org_id bigint references organization,
      is_bid_project boolean not null default false,
      description text,
      create_user_id bigint not null references sys_user,
      lead_user_id bigint references sys_user,
      manager_score numeric(5, 2) check (manager_score >= 0),
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint project_period check (end_time >= start_time)
    );
    create index project_lead on project (lead_user_id);
    create index project_organization on project (org_id);

    create table project_sponsor (
      project_id bigint not null references project on delete cascade,
      sponsor_admin_user_id bigint not null references sys_user,
      create_time timestamptz not null default now(),
      primary key (project_id, sponsor_admin_user_id)
    );
    create index project_sponsor_user on project_sponsor (sponsor_admin_user_id);

    create table biz_project_assign (
      project_id bigint not null references project on delete cascade,
      exec_user_id bigint not null references sys_user,
      create_time timestamptz not null default now(),
      primary key (project_id, exec_user_id)
    );
    create index biz_project_assign_user on biz_project_assign (exec_user_id);

    create table labor_template (
      template_id bigint generated always as identity primary key,
      template_name text not null,
      content text not null,
      is_default boolean not null default false,
      status text not null default '0' check (status in ('0', '1')),
      version integer not null default 1,
      create_time timestamptz not null default now()
    );
    create unique index labor_template_one_default on labor_template (is_default) where is_default;

    create sequence business_id_sequence;
    create table meeting (
      meeting_id bigint generated always as identity primary key,
      business_id text not null
        default 'M' || to_char(now(), 'YYYYMMDD') || '-' || nextval('business_id_sequence')
        constraint meeting_business_id_unique unique,
      project_id bigint not null references project,
      exec_user_id bigint,
      project_name text not null,
      org_name text,
      meeting_name text not null,
      current_stage text not null default 'draft' check (current_stage in ('draft', 'approved', 'inviting',
        'scheduled', 'agreements', 'ready', 'inSession', 'materials', 'settlement', 'closed')),
      stage_reason text,
      supervision_time timestamptz,
      supervision_mode text check (supervision_mode in ('onSite', 'online', 'spotCheck')),
      supervision_user_name text,
      supervision_opinion text,
      invitation_title text,
      invitation_content text,
      invitation_deadline timestamptz,
      schedule_start_time timestamptz,
      schedule_end_time timestamptz,
      schedule_location text,
      schedule_agenda text,
      labor_budget numeric(14, 2) check (labor_budget >= 0),
      labor_template_id bigint constraint meeting_template references labor_template,
      labor_remark text,
      create_user_id bigint not null references sys_user,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint meeting_schedule check (schedule_end_time >= schedule_start_time),
      -- A meeting's executor is one that the project is assigned to, and cannot be unassigned while it runs meetings.
      constraint meeting_executor foreign key (project_id, exec_user_id)
        references biz_project_assign (project_id, exec_user_id)
    );
    create index meeting_project on meeting (project_id);
    create index meeting_executor_user on meeting (exec_user_id);

    create table meeting_attendee (
      attendee_id bigint generated always as identity primary key,
      meeting_id bigint not null references meeting on delete cascade,
      user_id bigint not null references sys_user,
      expert_id bigint not null references expert,
      name text not null,
      unit text,
      department text,
      title text,
      labor_form text not null,
      summary text,
      on_site_photos bigint[] not null default '{}',
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint meeting_attendee_unique unique (meeting_id, user_id)
    );
    create index meeting_attendee_user on meeting_attendee (user_id);
    create index meeting_attendee_expert on meeting_attendee (expert_id);

    create table labor_agreement (
      attendee_id bigint primary key references meeting_attendee on delete cascade,
      step text not null default 'fill' check (step in ('fill', 'contract', 'success')),
      signature_status text not null default 'unsigned' check (signature_status in ('unsigned', 'signed')),
      payable_amount numeric(14, 2) not null check (payable_amount >= 0),
      vat_amount numeric(14, 2) not null,
      surcharge_amount numeric(14, 2) not null,
      income_tax numeric(14, 2) not null,
      net_amount numeric(14, 2) not null,
      surcharge_rate numeric(5, 4) not null,
      fee_rule_version text not null,
      -- The signatory as filled in; until then the attendee's own particulars stand for it.
      signer_name text,
      signer_unit text,
      signer_title text,
      id_card_cipher bytea,
      bank_name text,
      bank_account_cipher bytea,
      bank_region text,
      -- Who pays, as the contract below names it.
      payer_name text,
      labor_protocol text,
      handsign_file_id bigint references stored_file,
      pdf_file_id bigint references stored_file,
      signed_time timestamptz,
      version integer not null default 1,
      constraint labor_agreement_sum
        check (payable_amount = vat_amount + surcharge_amount + income_tax + net_amount),
      -- Signed means: the contract, the signature and the document are all there.
      constraint labor_agreement_signed check (signature_status = 'unsigned' or (step = 'success'
        and labor_protocol is not null and handsign_file_id is not null and pdf_file_id is not null
        and signed_time is not null))
    );

    -- Who reaches what, in one place. Administrators and managers reach everything and are not listed.
    create view project_reach as
      select project_id, lead_user_id as user_id from project where lead_user_id is not null
      union all
      select s.project_id, u.user_id
        from project_sponsor s join sys_user u on u.main_user_id = s.sponsor_admin_user_id
      union all
      select a.project_id, u.user_id
        from biz_project_assign a join sys_user u on u.main_user_id = a.exec_user_id;

    -- An executor reaches a project's meetings unless another executor runs them.
    create view meeting_reach as
      select m.meeting_id, p.lead_user_id as user_id
        from meeting m join project p using (project_id) where p.lead_user_id is not null
      union all
      select m.meeting_id, u.user_id
        from meeting m
        join project_sponsor s using (project_id)
        join sys_user u on u.main_user_id = s.sponsor_admin_user_id
      union all
      select m.meeting_id, u.user_id
        from meeting m
        join biz_project_assign a on a.project_id = m.project_id
          and (m.exec_user_id is null or m.exec_user_id = a.exec_user_id)
        join sys_user u on u.main_user_id = a.exec_user_id;

    create view attendee_reach as
      select attendee_id, user_id from meeting_attendee
      union all
      select t.attendee_id, r.user_id from meeting_attendee t join meeting_reach r using (meeting_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop view attendee_reach, meeting_reach, project_reach;
    drop table labor_agreement, meeting_attendee, meeting, labor_template, biz_project_assign, project_sponsor, project;
    drop sequence business_id_sequence, project_no_sequence;
  `.execute(db)
}
