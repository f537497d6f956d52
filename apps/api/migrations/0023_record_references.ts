import { sql, type Kysely } from 'kysely'

const MATERIALS = [
  'meeting_audit_log',
  'meeting_executor_record',
  'meeting_invoice',
  'meeting_material',
  'meeting_supervisor_record',
  'recognition_batch',
]

const madeBy = (table: string) => sql`
  union all select 'account', r.create_user_id, 'meeting', m.meeting_id, m.meeting_name
    from ${sql.table(table)} r join meeting m using (meeting_id)`

/** What keeps a record from being deleted, said of the record that people know it by. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index project_creator on project (create_user_id);
    create index meeting_creator on meeting (create_user_id);
    create index meeting_labor_template on meeting (labor_template_id) where labor_template_id is not null;

    create view record_reference (target, target_id, kind, id, name) as
      select 'account'::text, create_user_id, 'project'::text, project_id, project_name from project
      union all select 'account', lead_user_id, 'project', project_id, project_name from project
      union all select 'account', s.sponsor_admin_user_id, 'project', p.project_id, p.project_name
        from project_sponsor s join project p using (project_id)
      union all select 'account', a.exec_user_id, 'project', p.project_id, p.project_name
        from biz_project_assign a join project p using (project_id)
      union all select 'account', create_user_id, 'meeting', meeting_id, meeting_name from meeting
      union all select 'account', t.user_id, 'meeting', m.meeting_id, m.meeting_name
        from meeting_attendee t join meeting m using (meeting_id)
      ${sql.join(MATERIALS.map(madeBy), sql` `)}
      union all select 'account', submitter_id, 'plan', plan_id, plan_name from project_plan
      union all select 'account', audit_by, 'plan', plan_id, plan_name from project_plan
      union all select 'account', create_user_id, 'specialPlan', special_plan_id, plan_name from special_plan
      union all select 'account', i.user_id, 'supportIntent', i.intent_id, p.project_name
        from support_intent i join project p using (project_id)
      union all select 'account', i.user_id, 'executionIntent', i.intent_id, p.project_name
        from execution_intent i join project p using (project_id)

      union all select 'expert', t.expert_id, 'meeting', m.meeting_id, m.meeting_name
        from meeting_attendee t join meeting m using (meeting_id)
      union all select 'expert', i.expert_id, 'executionIntent', i.intent_id, p.project_name
        from execution_intent i join project p using (project_id)

      union all select 'organization', org_id, 'project', project_id, project_name from project
      union all select 'organization', org_id, 'specialPlan', special_plan_id, plan_name from special_plan
      union all select 'organization', i.org_id, 'supportIntent', i.intent_id, p.project_name
        from support_intent i join project p using (project_id)

      union all select 'project', project_id, 'meeting', meeting_id, meeting_name from meeting
      union all select 'project', project_id, 'plan', plan_id, plan_name from project_plan
      union all select 'project', i.project_id, 'supportIntent', i.intent_id, o.org_name
        from support_intent i join organization o using (org_id)
      union all select 'project', i.project_id, 'executionIntent', i.intent_id, e.name
        from execution_intent i join expert e using (expert_id)
      union all select 'project', project_id, 'publicitySupport', intent_id, name from publicity_support_intent
      union all select 'project', project_id, 'publicityExecution', intent_id, name from publicity_execution_intent

      union all select 'template', labor_template_id, 'meeting', meeting_id, meeting_name from meeting;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop view record_reference;
    drop index project_creator, meeting_creator, meeting_labor_template;
  `.execute(db)
}
