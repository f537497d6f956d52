import type { Caller, Platform } from '../infra/http/call.ts'

/** The caller of a request as an account of an organization, read each time. */
interface Account extends Caller {
  /** The main account of the caller's organization; the caller's own id if there is none above it. */
  readonly mainUserId: number
  readonly orgId: number | null
  /** The sponsors to which a manager is limited; null for everyone else. */
  readonly portfolio: Portfolio | null
}

/** Sponsors by their organization and by their main account. */
export interface Portfolio {
  readonly orgIds: readonly number[]
  readonly mainUserIds: readonly number[]
}

/** Somebody who is logged in. */
export interface Person extends Account {
  readonly kind: 'person'
  readonly sessionId: number
}

/** A machine account that calls with a key. It has the role of its organization's main account, and reaches what that reaches. */
export interface Machine extends Account {
  readonly kind: 'machine'
  readonly keyId: number
}

/** Who calls a route. */
export type Actor = Person | Machine

export const PLATFORM: Platform = { kind: 'platform' }

/** The account of whoever caused something; null for the platform. */
export const accountIdOf = (caller: Actor | Platform): number | null =>
  caller.kind === 'platform' ? null : caller.userId

/** Whether the caller belongs to a sponsor. */
export const isOfSponsor = ({ orgType }: Pick<Actor, 'orgType'>) => orgType === 'sponsor'

/** Administrators, and managers without a portfolio, reach every record; all others only what `domain/reach.ts` says. */
export const reachesAll = ({ roleType, isLimited }: Pick<Actor, 'roleType' | 'isLimited'>) =>
  roleType === 'admin' || (roleType === 'manager' && !isLimited)

/** Whether rules and figures of a sponsor are shown to the caller: to itself, and to managers who reach it. */
export const knowsSponsor = (actor: Actor, sponsor: { orgId: number }) =>
  reachesAll(actor) ||
  (isOfSponsor(actor) && actor.orgId === sponsor.orgId) ||
  (actor.portfolio?.orgIds.includes(sponsor.orgId) ?? false)

/** The organizations whose rules the caller sees beside those of the platform; null for all. */
export const rulesOwnersSeen = (actor: Actor): readonly number[] | null => {
  if (reachesAll(actor)) return null
  return actor.portfolio?.orgIds ?? (actor.orgId === null ? [] : [actor.orgId])
}
