import type { RoleType } from './accounts.ts'

/** Roles whose accounts are made on the accounts page; all others belong to an organization or an expert. */
export const STAFF_ROLES = ['admin', 'manager', 'leader'] as const satisfies readonly RoleType[]

/**
 * Roles that must have a second factor in production: they reach everybody's records or money. By name, as a role may be
 * listed here before there are accounts of it.
 */
export const ROLES_WITH_SECOND_FACTOR: readonly string[] = ['admin', 'manager', 'finance']

/** Roles that run meetings: create, change and invite. */
export const MEETING_RUNNERS = [
  'admin',
  'manager',
  'leader',
  'executor',
  'meetingExecutor',
] as const satisfies readonly RoleType[]
/** Roles that read meetings within their reach. */
export const MEETING_READERS = [
  ...MEETING_RUNNERS,
  'sponsor',
  'supervisor',
] as const satisfies readonly RoleType[]
