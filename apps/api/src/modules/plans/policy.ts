import type { ProjectPlan, ProjectPlanAudit } from '@consilium/contract/plans.ts'
import type { SpecialPlan } from '@consilium/contract/special-plans.ts'
import type { Actor } from '../../domain/actor.ts'

/** Managers keep all plans; what they name as submitter or settled counts. */
export const manages = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'

type Subject = Pick<ProjectPlan, 'submitterId' | 'auditStatus'>

/** Whether only the approval keeps the caller, who has submitted the plan, from changing it. */
export const isFixedFor = (actor: Actor, plan: Subject) => !manages(actor) && plan.auditStatus === 'approved'

export function abilitiesOn(actor: Actor, plan: Subject): ProjectPlan['abilities'] {
  const isOwn = actor.roleType === 'doctor' && plan.submitterId === actor.userId
  const changes = manages(actor) || (isOwn && !isFixedFor(actor, plan))
  return { update: changes, settle: manages(actor), audit: manages(actor), remove: changes }
}

/** Only managers settle a plan; a form that sends the flag back as it is changes nothing. */
export const maySettle = (
  actor: Actor,
  isSettled: boolean | undefined,
  plan: Pick<ProjectPlan, 'isSettled'> | null,
) => manages(actor) || isSettled === undefined || isSettled === (plan?.isSettled ?? false)

/** A rejected plan waits for its audit again once its submitter changes it; a manager's correction of it does not. */
export const isSubmittedAgain = (actor: Actor, plan: Subject) =>
  plan.auditStatus === 'rejected' && plan.submitterId === actor.userId

type Decided = Pick<ProjectPlan, 'auditStatus' | 'auditOpinion' | 'auditBy' | 'version'>

/**
 * What an audit comes to: a decision; a repetition of the caller's own, which changes nothing; or too late, because
 * someone decided first or the plan is no longer the one that was read.
 */
export function outcomeOf(
  actor: Actor,
  plan: Decided,
  audit: Omit<ProjectPlanAudit, 'planId'>,
): 'decision' | 'repetition' | 'late' {
  const isSame = plan.auditStatus === audit.auditStatus && plan.auditOpinion === (audit.auditOpinion ?? null)
  if (isSame && plan.auditBy === actor.userId) return 'repetition'
  const isOpen = audit.version === undefined ? plan.auditStatus === 'pending' : plan.version === audit.version
  return isOpen ? 'decision' : 'late'
}

export const abilitiesOnSpecial = (actor: Actor): SpecialPlan['abilities'] => ({
  update: manages(actor),
  changeStatus: manages(actor),
  remove: manages(actor),
})
