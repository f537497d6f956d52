import type { Caller, Platform } from '../infra/http/call.ts'

/** The caller of a request as an account of an organization, read each time. */
interface Account extends Caller {
  /** The main account of the caller's organization; the caller's own id if there is none above it. */
  readonly mainUserId: number
  readonly orgId: number | null
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

/** Administrators and managers reach every record; all others only the records in the reach views. */
export const reachesAll = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'
