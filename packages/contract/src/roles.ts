import type { RoleType } from './accounts.ts'

/** Roles whose accounts are made on the accounts page; all others belong to an organization or an expert. */
export const STAFF_ROLES = ['admin', 'manager', 'leader'] as const satisfies readonly RoleType[]

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
