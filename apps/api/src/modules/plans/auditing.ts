import { planEvents } from '@consilium/contract/events/plans.ts'
import type { ProjectPlanAudit } from '@consilium/contract/plans/plans.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { outcomeOf } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Decides on a plan and notifies its submitter. The lock makes the second of two concurrent audits late. */
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
    const decision = { auditStatus, auditOpinion, auditBy: actor.userId }
    await repository.decide(trx, planId, decision)
    const { userId: actorId } = actor
    await scope.eventLog.record(trx, planEvents.audited, {
      recordId: planId,
      actorId,
      fields: { auditStatus },
    })
  })
