import type { Account } from '@consilium/contract/accounts.ts'
import { type RoleType, MEETING_RUNNERS, STAFF_ROLES } from '@consilium/contract/roles.ts'
import type { Project, ProjectQuery, ProjectUpdate } from '@consilium/contract/projects.ts'
import type { Actor } from '../../domain/actor.ts'

const MANAGERS: readonly RoleType[] = ['admin', 'manager']
const isOneOf = (roles: readonly RoleType[], role: RoleType) => roles.includes(role)

/** Whether the account can lead a project: one of the platform's own people, not disabled. */
export const mayLead = (account: Pick<Account, 'roleType' | 'status' | 'archivedTime'>) =>
  account.status === '0' && account.archivedTime === null && isOneOf(STAFF_ROLES, account.roleType)

/** How managers judge a project is for them and its lead, not for those whose work they judge or who pay. */
export const readsScore = (actor: Actor) => isOneOf(STAFF_ROLES, actor.roleType)

/** The parameter by which a list would tell a score to those who do not read it. */
export const scoreParameter = (query: Pick<ProjectQuery, 'managerScore' | 'orderByColumn'>) => {
  if (query.managerScore !== undefined) return 'managerScore'
  return query.orderByColumn === 'managerScore' ? 'orderByColumn' : null
}

const PUBLICATION = ['isPublished', 'publishedSummary'] as const

/** The first field of the publication that a change would alter; a form that sends it back as it is alters nothing. */
const altered = (project: Project, change: ProjectUpdate) =>
  PUBLICATION.find((field) => change[field] !== undefined && change[field] !== project[field])

/** A field of the change that only managers may set; undefined where the caller may make the change. */
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
