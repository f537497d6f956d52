import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'

/** A closed meeting is final: only an administrator may still change it or its records. */
export const isClosedTo = (
  actor: { readonly roleType: RoleType },
  { currentStage }: Pick<Meeting, 'currentStage'>,
): boolean => currentStage === 'closed' && actor.roleType !== 'admin'
