import { PROJECT_PLAN_FIELDS } from '@consilium/contract/approvals/approval-kinds.ts'
import { planEvents } from '@consilium/contract/events/plans.ts'
import type { ProjectPlanAudit } from '@consilium/contract/plans/plans.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import {
  auditStatusOf,
  describeAudit,
  recordOf,
  verdictOf,
  type Asking,
  type Served,
} from '../decisions/service.ts'
import { PLAN_AUDIT } from './audit-kind.ts'
import { outcomeOf } from './policy.ts'
import * as repository from './repository.ts'
import type { PlanRow } from './repository.ts'
import type { Scope } from './scope.ts'

const askingFor = (plan: PlanRow): Asking => {
  const {
    planId,
    planName,
    planDirection,
    planCategory,
    projectForm,
    designFileUrl,
    projectId,
    projectNo,
    remark,
  } = plan
  const content = {
    planName,
    planDirection,
    planCategory,
    projectForm,
    designFileUrl,
    projectId,
    projectNo,
    remark,
  }
  return { recordId: planId, content, askedBy: null }
}

async function planOf(trx: Db, planId: number): Promise<PlanRow> {
  const plan = await repository.planById(trx, planId)
  if (!plan) throw new Refusal('NOT_FOUND')
  return plan
}

export async function askAudit({ decisions }: Scope, trx: Db, actor: Actor, planId: number): Promise<void> {
  await decisions.askAudit(trx, PLAN_AUDIT, askingFor(await planOf(trx, planId)), actor)
}

/** What waits for an audit is about the plan as it is now. */
export async function renewAudit({ decisions }: Scope, trx: Db, planId: number): Promise<void> {
  await decisions.renew(trx, PLAN_AUDIT, askingFor(await planOf(trx, planId)))
}

async function conclude(
  { eventLog }: Scope,
  trx: Db,
  actor: Actor,
  planId: number,
  { auditStatus, auditOpinion }: Omit<repository.Decision, 'auditBy'>,
): Promise<void> {
  await repository.decide(trx, planId, { auditStatus, auditOpinion, auditBy: actor.userId })
  await eventLog.record(trx, planEvents.audited, {
    recordId: planId,
    actorId: actor.userId,
    fields: { auditStatus },
  })
}

/**
 * Decides on a plan, or a step of it, and notifies its submitter once it is decided. The lock makes the second of two concurrent audits
 * late.
 */
export const auditPlan = (
  scope: Scope,
  actor: Actor,
  { planId, ...audit }: ProjectPlanAudit,
): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const [plan] = await repository.lockPlans(trx, actor, [planId])
    if (!plan) throw new Refusal('NOT_FOUND')
    const outcome = outcomeOf(actor, plan, audit)
    if (outcome === 'late') throw new Refusal('STALE_RECORD')
    if (outcome === 'repetition') return
    const { auditStatus, auditOpinion = null } = audit
    const verdict = { to: verdictOf(auditStatus), by: actor.userId, opinion: auditOpinion }
    const state = await scope.decisions.audit(trx, PLAN_AUDIT, askingFor(plan), verdict)
    if (state !== 'pending') await conclude(scope, trx, actor, planId, { auditStatus, auditOpinion })
  })

/** How audits are decided step by step. */
export const auditsServedBy = (scope: Scope): Served => ({
  name: PLAN_AUDIT.name,
  async about(trx, { recordId }) {
    const plan = await planOf(trx, recordId)
    const changes = PROJECT_PLAN_FIELDS.filter((field) => plan[field] !== null).map((field) => ({
      field,
      before: null,
      after: plan[field],
    }))
    return { kind: 'projectPlan', projectId: plan.projectId, amount: null, category: null, changes }
  },
  titles: repository.titlesOf,
  describe: describeAudit,
  async settle(trx, actor, decisionId, verdict) {
    const planId = await recordOf(trx, decisionId)
    await repository.lockPlan(trx, planId)
    const { content } = askingFor(await planOf(trx, planId))
    const given = { ...verdict, by: actor.userId, content }
    const state = await scope.decisions.decide(trx, PLAN_AUDIT, decisionId, given)
    if (state !== 'approved' && state !== 'refused') return state
    const audit = { auditStatus: auditStatusOf(state), auditOpinion: verdict.opinion ?? null }
    await conclude(scope, trx, actor, planId, audit)
    return state
  },
})
