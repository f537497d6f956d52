import type { ProjectPlan, ProjectPlanAudit } from '@consilium/contract/plans/plans.ts'
import type { SpecialPlan } from '@consilium/contract/plans/special-plans.ts'
import type { Actor } from '../../domain/actor.ts'

/** Managers may change every plan, and only they set the submitter and the settled flag. */
export const manages = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'

type Subject = Pick<ProjectPlan, 'submitterId' | 'auditStatus'>

/** Returns true if the plan is approved and the caller is not a manager, so that the caller may not change it. */
export const isFixedFor = (actor: Actor, plan: Subject) => !manages(actor) && plan.auditStatus === 'approved'

/** `isAsked` is false if the steps of its audit ask others. */
export function abilitiesOn(actor: Actor, plan: Subject, isAsked: boolean): ProjectPlan['abilities'] {
  const isOwn = actor.roleType === 'doctor' && plan.submitterId === actor.userId
  const changes = manages(actor) || (isOwn && !isFixedFor(actor, plan))
  return { update: changes, settle: manages(actor), audit: manages(actor) && isAsked, remove: changes }
}

/** Only managers settle a plan. Others may send the current flag back. */
export const maySettle = (
  actor: Actor,
  isSettled: boolean | undefined,
  plan: Pick<ProjectPlan, 'isSettled'> | null,
) => manages(actor) || isSettled === undefined || isSettled === (plan?.isSettled ?? false)

/** A change by the submitter returns a rejected plan to audit. A manager's correction does not. */
export const isSubmittedAgain = (actor: Actor, plan: Subject) =>
  plan.auditStatus === 'rejected' && plan.submitterId === actor.userId

type Decided = Pick<ProjectPlan, 'auditStatus' | 'auditOpinion' | 'auditBy' | 'version'>

/**
 * The outcome of an audit: a decision; a repetition of the caller's own decision, which changes nothing; or late,
 * because somebody else decided first or the plan has changed since it was read.
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
