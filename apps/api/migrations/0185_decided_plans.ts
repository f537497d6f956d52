import { sql, type Kysely } from 'kysely'

/**
 * Audits of plans that were decided before audits were decisions, which brought over only what waited. Of experts neither the
 * person nor the time of an earlier audit was kept, so no decision can be written for them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    insert into decision (kind, record_id, asked_time, state, decided_by, decided_time, opinion, keeps_people)
      select 'projectPlan', plan_id, least(create_time, audit_time),
          case audit_status when 'approved' then 'approved' else 'refused' end,
          audit_by, audit_time, audit_opinion, false
        from project_plan l
        where audit_status <> 'pending' and audit_time is not null and not exists (
          select from decision d where d.kind = 'projectPlan' and d.record_id = l.plan_id
            and d.state in ('approved', 'refused'))
        order by plan_id
  `.execute(db)
}

/** They cannot be told from those that were asked for while they waited, and both are as true as before. */
export async function down(): Promise<void> {}
