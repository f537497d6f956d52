import type { Account } from '@consilium/contract/accounts/accounts.ts'
import { type RoleType, MEETING_RUNNERS, STAFF_ROLES } from '@consilium/contract/accounts/roles.ts'
import type { Project, ProjectQuery, ProjectUpdate } from '@consilium/contract/projects/projects.ts'
import type { Actor } from '../../domain/actor.ts'

const MANAGERS: readonly RoleType[] = ['admin', 'manager']
const isOneOf = (roles: readonly RoleType[], role: RoleType) => roles.includes(role)

/** Returns true if the account can lead a project: it is active and belongs to the platform's staff. */
export const mayLead = (account: Pick<Account, 'roleType' | 'status' | 'archivedTime'>) =>
  account.status === '0' && account.archivedTime === null && isOneOf(STAFF_ROLES, account.roleType)

/** Only the platform's staff read the score. Executors, whose work it judges, and sponsors do not. */
export const readsScore = (actor: Actor) => isOneOf(STAFF_ROLES, actor.roleType)

/** The query parameter that reveals scores by filtering or sorting, or null. */
export const scoreParameter = (query: Pick<ProjectQuery, 'managerScore' | 'orderByColumn'>) => {
  if (query.managerScore !== undefined) return 'managerScore'
  return query.orderByColumn === 'managerScore' ? 'orderByColumn' : null
}

const PUBLICATION = [
  'isPublished',
  'publishedSummary',
  'medicalField',
  'publicContact',
  'publishesSpending',
] as const

/** The first publication field whose value would change. A form may send the current value back. */
const altered = (project: Project, change: ProjectUpdate) =>
  PUBLICATION.find((field) => change[field] !== undefined && change[field] !== project[field])

/** The first changed field that only managers may set, or undefined if the caller may make the change. */
export const fieldBeyond = (actor: Actor, project: Project, change: ProjectUpdate) =>
  isOneOf(MANAGERS, actor.roleType) ? undefined : altered(project, change)

/** What the caller may do with a project within its reach. */
export function abilitiesOn(actor: Actor, project: Pick<Project, 'leadUserId'>): Project['abilities'] {
  const manages = isOneOf(MANAGERS, actor.roleType)
  return {
    update: manages || (actor.roleType === 'leader' && project.leadUserId === actor.userId),
    publish: manages,
    assign: manages,
    evaluate: manages,
    createMeeting: isOneOf(MEETING_RUNNERS, actor.roleType),
    remove: manages,
  }
}
