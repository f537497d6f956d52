import { sql, type Kysely } from 'kysely'

const RECORDS = [
  { table: 'expert', key: 'expert_id', kind: 'expertAudit' },
  { table: 'project_plan', key: 'plan_id', kind: 'projectPlan' },
] as const

/** Whatever waits for an audit is asked for as everything that another person decides. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const { table, key, kind } of RECORDS)
    await sql
      .raw(
        `
      insert into decision (kind, record_id, asked_time, keeps_people)
        select '${kind}', ${key}, create_time, false from ${table} where audit_status = 'pending';
      create trigger ${table}_drop_decisions after delete on ${table}
        for each row execute function drop_decisions_of_record('${key}', '${kind}')`,
      )
      .execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const { table } of RECORDS)
    await sql.raw(`drop trigger ${table}_drop_decisions on ${table}`).execute(db)
  await sql`delete from decision where kind in ('expertAudit', 'projectPlan')`.execute(db)
}
