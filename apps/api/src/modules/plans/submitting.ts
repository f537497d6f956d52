import type { ProjectPlanCreate, ProjectPlanUpdate } from '@consilium/contract/plans/plans.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { askAudit, renewAudit } from './auditing.ts'
import { contentOf } from './content.ts'
import { isFixedFor, isSubmittedAgain } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Stores a new plan and returns its id. */
export async function submitPlan(
  scope: Scope,
  actor: Actor,
  { planName, ...given }: ProjectPlanCreate,
): Promise<number> {
  const { submitterId = actor.userId, ...content } = await contentOf(scope, actor, given, null)
  return inTransaction(scope.db, async (trx) => {
    const planId = await repository.insertPlan(trx, { ...content, planName, submitterId })
    await askAudit(scope, trx, actor, planId)
    return planId
  })
}

/** An equal version means an unchanged plan, so the checks made before the conditional update still hold. */
export async function changePlan(
  scope: Scope,
  actor: Actor,
  plan: repository.PlanRow,
  { planId, version, ...given }: ProjectPlanUpdate,
): Promise<void> {
  if (isFixedFor(actor, plan)) throw new Refusal('PLAN_APPROVED')
  if (plan.version !== version) throw new Refusal('STALE_RECORD')
  const content = await contentOf(scope, actor, given, plan)
  const change = { ...content, isSubmittedAgain: isSubmittedAgain(actor, plan) }
  await inTransaction(scope.db, async (trx) => {
    const changed = await repository.updatePlan(trx, { planId, version }, change)
    if (!changed) throw new Refusal('STALE_RECORD')
    await (change.isSubmittedAgain ? askAudit(scope, trx, actor, planId) : renewAudit(scope, trx, planId))
  })
}

/** Deletes all of the plans, or none. */
export const removePlans = ({ db }: Scope, actor: Actor, planIds: number[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    const plans = await repository.lockPlans(trx, actor, planIds)
    if (plans.length < planIds.length) throw new Refusal('NOT_FOUND')
    if (plans.some((plan) => isFixedFor(actor, plan))) throw new Refusal('PLAN_APPROVED')
    await repository.deletePlans(trx, planIds)
  })
