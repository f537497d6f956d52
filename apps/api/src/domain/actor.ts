import type { OrgType } from '@consilium/contract/persons.ts'
import type { Caller } from '../infra/http/call.ts'

/** The caller of a request, read from the session each time. */
export interface Actor extends Caller {
  /** The main account of the caller's organization; the caller's own id if there is none above it. */
  readonly mainUserId: number
  readonly orgId: number | null
  readonly orgType: OrgType | null
  readonly sessionId: number
}

/** Administrators and managers reach every record; all others only the records in the reach views. */
export const reachesAll = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'
