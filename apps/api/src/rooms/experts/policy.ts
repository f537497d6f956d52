import type { Expert } from '@consilium/contract/experts.ts'
import type { Actor } from '../../infra/http/actor.ts'

const manages = (actor: Actor | null) => actor?.roleType === 'admin' || actor?.roleType === 'manager'

/** Experts keep their own profile; only managers audit and delete. */
export const abilitiesOn = (actor: Actor | null, expert: Pick<Expert, 'userId'>): Expert['abilities'] => ({
  update: manages(actor) || actor?.userId === expert.userId,
  audit: manages(actor),
  remove: manages(actor),
})
