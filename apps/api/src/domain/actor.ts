import type { OrgType } from '@consilium/contract/persons.ts'
import type { Caller } from '../infra/http/call.ts'

/** Who is calling, read from the session at every request. */
export interface Actor extends Caller {
  /** The main account of the caller's organization; its own id where it has none above it. */
  readonly mainUserId: number
  readonly orgId: number | null
  readonly orgType: OrgType | null
  readonly sessionId: number
}

/** Administrators and managers reach every record; all others only what the reach views list for them. */
export const reachesAll = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'
