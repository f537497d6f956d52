import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { isLimitedManager, organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { projectFacts } from '../projects/service.ts'
import { decisionFacts } from '../decisions/service.ts'

export interface DueStep {
  stepId: number
  decisionId: number
}

/** Open steps that are to be reminded of, which no other node takes at the same time. */
export async function lockDue(trx: Db, now: string, max: number): Promise<DueStep[]> {
  const { rows } = await sql<DueStep>`
    select s.step_id as "stepId", s.decision_id as "decisionId"
      from ${decisionFacts('d')} join decision_step s using (decision_id)
      where s.state = 'open' and s.remind_time <= ${now} and d.state = 'pending'
      order by s.remind_time limit ${max} for update of d skip locked`.execute(trx)
  return rows
}

export async function planReminder(
  trx: Db,
  stepId: number,
  { number, time }: { number: number; time: string | null },
): Promise<void> {
  await trx
    .updateTable('decision_step')
    .set({ reminders: number, remind_time: time })
    .where('step_id', '=', stepId)
    .execute()
}

/** The open steps after an id, and whether anybody whom they ask can log in. */
export async function openSteps(
  db: Db,
  after: number,
  max: number,
): Promise<(DueStep & { isAsked: boolean })[]> {
  const { rows } = await sql<DueStep & { isAsked: boolean }>`
    select s.step_id as "stepId", s.decision_id as "decisionId", (
        select count(*) from (
          select from decision_seat a join ${accountFacts('u')} on u.user_id = a.user_id and u.is_active
            where a.step_id = s.step_id
          union all select from decision_seat a join ${accountFacts('u')} on u.role_type = a.role
              and u.role_type in ('admin', 'manager', 'leader') and u.is_active
              and not ${isLimitedManager(sql`u.user_id`)}
            where a.step_id = s.step_id and a.org_key = 0
          union all select from decision_seat a join ${organizationFacts('o')} on o.org_id = a.org_key
              join ${accountFacts('u')} on u.main_user_id = o.main_user_id and u.role_type = a.role and u.is_active
            where a.step_id = s.step_id
          union all select from decision_seat a join ${projectFacts('p')} on p.project_id = a.lead_project_id
              join ${accountFacts('u')} on u.user_id = p.lead_user_id and u.is_active
            where a.step_id = s.step_id
          limit 3) few) > 2 as "isAsked"
      from decision_step s
      where s.state = 'open' and s.step_id > ${after}
      order by s.step_id limit ${max}`.execute(db)
  return rows
}
