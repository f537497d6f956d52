import { STAFF_ROLES, type Account, type RoleType } from '@consilium/contract/accounts.ts'
import { MEETING_RUNNERS } from '@consilium/contract/meetings.ts'
import type { Project } from '@consilium/contract/projects.ts'
import type { Actor } from '../../infra/http/actor.ts'

const MANAGERS: readonly RoleType[] = ['admin', 'manager']
const isOneOf = (roles: readonly RoleType[], role: RoleType) => roles.includes(role)

/** Whether the account can lead a project: one of the platform's own people, not disabled. */
export const mayLead = (account: Pick<Account, 'roleType' | 'status'>) =>
  account.status === '0' && isOneOf(STAFF_ROLES, account.roleType)

/** What the caller may do with a project within its reach. */
export function abilitiesOn(actor: Actor, project: Pick<Project, 'leadUserId'>): Project['abilities'] {
  const manages = isOneOf(MANAGERS, actor.roleType)
  return {
    update: manages || (actor.roleType === 'leader' && project.leadUserId === actor.userId),
    assign: manages,
    evaluate: manages,
    createMeeting: isOneOf(MEETING_RUNNERS, actor.roleType),
    remove: manages,
  }
}
