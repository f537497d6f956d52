import { sql, type Kysely } from 'kysely'

/**
 * The time lines of meetings and projects, an entry for each thing that happened, which the reader `timelines` writes from
 * events. What happened before is written here, from the records as they are. The reader begins with the first event, and
 * finds what is here already. An entry stands in the line of its meeting, of its project, or of both. The account that did
 * it is no reference, since the entry outlives it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table timeline_entry (
      entry_id bigint generated always as identity primary key,
      kind text not null,
      record_id bigint not null,
      project_id bigint references project on delete cascade,
      meeting_id bigint references meeting on delete cascade,
      time timestamptz not null,
      user_id bigint,
      subject text,
      from_stage text,
      to_stage text,
      check_id text,
      outcome text,
      reason text,
      unique (kind, record_id),
      check (project_id is not null or meeting_id is not null)
    );

    insert into timeline_entry (kind, record_id, project_id, meeting_id, time, user_id, subject, from_stage, to_stage,
        check_id, outcome, reason)
      select 'projectCreated', project_id, project_id, null, create_time, create_user_id, null, null, null, null, null, null
        from project
      union all
      select 'meetingCreated', meeting_id, project_id, meeting_id, create_time, create_user_id, null, null, null, null,
          null, null
        from meeting
      union all
      select 'stageChanged', change_id, project_id, meeting_id, create_time, user_id, null, from_stage, to_stage, null,
          null, reason
        from meeting_stage_change
      union all
      select 'invited', attendee_id, null, meeting_id, create_time, null, name, null, null, null, null, null
        from meeting_attendee
      union all
      select 'signed', attendee_id, null, t.meeting_id, a.signed_time, null, t.name, null, null, null, null, null
        from meeting_attendee t join labor_agreement a using (attendee_id) where a.signed_time is not null
      union all
      select 'materialAdded', record_id, null, meeting_id, create_time, create_user_id, title, null, null, null, null, null
        from meeting_material
      union all
      select 'invoiceAdded', record_id, null, meeting_id, create_time, create_user_id, invoice_number, null, null, null,
          null, null
        from meeting_invoice
      union all
      select 'supervised', record_id, null, meeting_id, create_time, create_user_id, supervisor_name, null, null, null,
          null, null
        from meeting_supervisor_record
      union all
      select 'reviewed', record_id, null, meeting_id, create_time, create_user_id, audit_item, null, null, null, null, null
        from meeting_audit_log
      union all
      select 'supportOffered', intent_id, project_id, null, i.create_time, null, o.org_name, null, null, null, null, null
        from support_intent i join organization o using (org_id)
      union all
      select 'signedUp', intent_id, project_id, null, i.create_time, null, e.name, null, null, null, null, null
        from execution_intent i join expert e using (expert_id)
      union all
      select 'waiverAsked', waiver_id, null, meeting_id, create_time, asked_by, null, null, null, check_id, null, reason
        from meeting_waiver
      union all
      select 'waiverDecided', waiver_id, null, meeting_id, decided_time, decided_by, null, null, null, check_id, status,
          opinion
        from meeting_waiver where status <> 'pending'
      union all
      select 'budgetAsked', change_id, project_id, null, create_time, asked_by, category, null, null, null, null, reason
        from budget_change
      union all
      select 'budgetDecided', change_id, project_id, null, decided_time, decided_by, category, null, null, null, status,
          opinion
        from budget_change where status <> 'pending';

    create index timeline_entry_meeting on timeline_entry (meeting_id, time, entry_id);
    create index timeline_entry_project on timeline_entry (project_id, time, entry_id) where project_id is not null
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table timeline_entry;
    delete from event_reader where reader = 'timelines'`.execute(db)
}
