import type { RoleType } from '@consilium/contract/roles.ts'
import type { OrgType } from '@consilium/contract/persons.ts'

/** Who is calling, read from the session at every request. */
export interface Actor {
  readonly userId: number
  readonly userName: string
  readonly roleType: RoleType
  /** The main account of the caller's organization; its own id where it has none above it. */
  readonly mainUserId: number
  readonly orgId: number | null
  readonly orgType: OrgType | null
  readonly sessionId: number
  readonly mustChangePassword: boolean
  /** Its role must have a second factor, and it has yet to set one up. */
  readonly mustEnrolFactor: boolean
}

/** Administrators and managers reach every record; all others only what the reach views list for them. */
export const reachesAll = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'
