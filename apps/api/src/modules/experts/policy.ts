import type { Expert } from '@consilium/contract/experts/experts.ts'
import type { Actor } from '../../domain/actor.ts'

const manages = (actor: Actor | null) => actor?.roleType === 'admin' || actor?.roleType === 'manager'

export const isOwn = (actor: Actor, expert: Pick<Expert, 'userId'>) => actor.userId === expert.userId

/**
 * When rejected experts correct their own profile, it is submitted for approval again; a manager's correction does
 * not do this.
 */
export const isSubmittedAgain = (actor: Actor, expert: Pick<Expert, 'userId' | 'auditStatus'>) =>
  expert.auditStatus === 'rejected' && isOwn(actor, expert)

type Standing = Pick<Expert, 'status' | 'auditStatus' | 'archivedTime'>

/**
 * Why an expert cannot be invited to a meeting. A pending expert can be invited, because adding by phone creates
 * pending experts.
 */
export function uninvitableBecause(
  expert: Standing,
): 'EXPERT_ARCHIVED' | 'EXPERT_DISABLED' | 'EXPERT_REJECTED' | null {
  if (expert.archivedTime !== null) return 'EXPERT_ARCHIVED'
  if (expert.status === '1') return 'EXPERT_DISABLED'
  return expert.auditStatus === 'rejected' ? 'EXPERT_REJECTED' : null
}

/**
 * Experts edit their own profile; only managers approve, disable, archive and delete. An archived expert is restored
 * before anything else is offered.
 */
export const abilitiesOn = (
  actor: Actor | null,
  expert: Pick<Expert, 'userId' | 'archivedTime'>,
  isAsked: boolean,
): Expert['abilities'] => ({
  update: actor?.userId === expert.userId || (manages(actor) && expert.archivedTime === null),
  audit: manages(actor) && expert.archivedTime === null && isAsked,
  changeStatus: manages(actor) && expert.archivedTime === null,
  archive: manages(actor),
  remove: manages(actor),
})
