import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import type { StepState } from '../../infra/db/decision-tables.ts'
import type { ChosenStep } from './stepping.ts'
import { accountFacts } from '../accounts/service.ts'
import { voteFacts, type Request } from '../decisions/service.ts'

export interface Step {
  stepId: number
  place: number
  policyId: number | null
  ownerOrgId: number | null
  roles: RoleType[]
  persons: number[]
  asksLead: boolean
  need: 'any' | 'all'
  dueDays: number | null
  escalateTo: number[]
  state: StepState
  openedTime: string | null
  dueTime: string | null
  reminders: number
  isAdded: boolean
  isFallback: boolean
}

export const stepsOf = (db: Db, decisionId: number): Promise<Step[]> =>
  db
    .selectFrom('decision_step')
    .select([
      'step_id as stepId',
      'place',
      'policy_id as policyId',
      'owner_org_id as ownerOrgId',
      'roles',
      'persons',
      'asks_lead as asksLead',
      'need',
      'due_days as dueDays',
      'escalate_to as escalateTo',
      'state',
      'opened_time as openedTime',
      'due_time as dueTime',
      'reminders',
      'is_added as isAdded',
      'is_fallback as isFallback',
    ])
    .where('decision_id', '=', decisionId)
    .orderBy('place')
    .execute()

export async function insertSteps(
  trx: Db,
  decisionId: number,
  steps: readonly (Omit<ChosenStep, 'amountFrom' | 'category'> & { place: number; addedBy?: number })[],
): Promise<void> {
  if (steps.length === 0) return
  await trx
    .insertInto('decision_step')
    .values(
      steps.map((step) => ({
        decision_id: decisionId,
        place: step.place,
        policy_id: step.policyId,
        owner_org_id: step.ownerOrgId,
        roles: step.roles,
        persons: step.persons,
        asks_lead: step.lead,
        need: step.need,
        due_days: step.dueDays,
        escalate_to: step.escalateTo,
        opened_time: null,
        due_time: null,
        remind_time: null,
        added_by: step.addedBy ?? null,
        is_added: step.addedBy !== undefined,
      })),
    )
    .execute()
}

export interface Times {
  openedTime: string
  dueTime: string | null
  remindTime: string | null
}

/** Opens a step: from now on its people are asked. */
export async function openStep(trx: Db, step: Step, request: Request, times: Times): Promise<void> {
  const org = step.ownerOrgId ?? 0
  await sql`
    with opened as (
      update decision_step set state = 'open', opened_time = ${times.openedTime}, due_time = ${times.dueTime},
          remind_time = ${times.remindTime}, reminders = 0, is_fallback = false
        where step_id = ${step.stepId})
    insert into decision_seat (step_id, decision_id, user_id, role, org_key, lead_project_id)
      select ${step.stepId}::bigint, ${request.decisionId}::bigint, x.user_id, x.role, x.org_key, x.project_id from (
        select u.user_id, null::text as role, null::bigint as org_key, null::bigint as project_id
          from ${accountFacts('u')} where u.user_id = any(${step.persons}::bigint[])
        union all select v.to_user_id, null, null, null from ${voteFacts('v')}
          where v.step_id = ${step.stepId} and v.round = ${request.round} and v.verdict = 'transferred'
            and v.to_user_id is not null
        union all select null, role, ${org}::bigint, null from unnest(${step.roles}::text[]) role
        union all select null, null, null, ${request.projectId}::bigint
          where ${step.asksLead} and ${request.projectId}::bigint is not null) x`.execute(trx)
}

export type Seat = { userId: number } | { role: RoleType; orgKey: number }

/** Lets a step ask somebody. Returns false if it does already; the caller holds the lock of the request. */
export async function insertSeat(
  trx: Db,
  { stepId, decisionId }: { stepId: number; decisionId: number },
  seat: Seat,
): Promise<boolean> {
  const [userId, role, orgKey] = 'userId' in seat ? [seat.userId, null, null] : [null, seat.role, seat.orgKey]
  const { rows } = await sql`
    insert into decision_seat (step_id, decision_id, user_id, role, org_key)
      select ${stepId}::bigint, ${decisionId}::bigint, ${userId}::bigint, ${role}::text, ${orgKey}::bigint
      where not exists (select from decision_seat s where s.step_id = ${stepId}
        and (s.user_id, s.role, s.org_key) is not distinct from (${userId}::bigint, ${role}::text, ${orgKey}::bigint))
      returning 1`.execute(trx)
  return rows.length > 0
}

/** Nobody is asked by the step any more. */
export async function closeStep(trx: Db, stepId: number, state: 'waiting' | 'passed'): Promise<void> {
  await trx
    .with('emptied', (db) => db.deleteFrom('decision_seat').where('step_id', '=', stepId))
    .updateTable('decision_step')
    .set({ state, remind_time: null, due_time: null })
    .where('step_id', '=', stepId)
    .execute()
}

/** All steps of a request wait again. */
export async function beginRound(trx: Db, decisionId: number): Promise<void> {
  await trx
    .updateTable('decision_step')
    .set({ state: 'waiting', remind_time: null, due_time: null, opened_time: null })
    .where('decision_id', '=', decisionId)
    .execute()
}

export async function markFallback(trx: Db, stepId: number): Promise<void> {
  await trx.updateTable('decision_step').set({ is_fallback: true }).where('step_id', '=', stepId).execute()
}
