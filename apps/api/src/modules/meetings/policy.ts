import type { RoleType } from '@consilium/contract/roles.ts'
import type { Meeting } from '@consilium/contract/meetings.ts'

/** A closed meeting is final: nothing of it changes any more, except by an administrator. */
export const isClosedTo = (
  actor: { readonly roleType: RoleType },
  { currentStage }: Pick<Meeting, 'currentStage'>,
): boolean => currentStage === 'closed' && actor.roleType !== 'admin'
