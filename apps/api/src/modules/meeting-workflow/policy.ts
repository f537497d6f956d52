import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { MEETING_RUNNERS } from '@consilium/contract/accounts/roles.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import type { Actor } from '../../domain/actor.ts'
import { isClosedTo } from '../meetings/policy.ts'
import { nextStages } from './states.ts'

const isRunner = (role: RoleType) => (MEETING_RUNNERS as readonly RoleType[]).includes(role)
const isManager = (role: RoleType) => role === 'admin' || role === 'manager'

/** Accounts of an executor organization run meetings themselves and may not name another executor. */
const runsItself = (actor: Actor) => actor.roleType === 'executor' || actor.roleType === 'meetingExecutor'

/**
 * The executor of a new meeting: the requested one (null for none), or else the caller's organization or the project's
 * only executor. Undefined if the caller may not name the requested one.
 */
export function runnerOf(
  actor: Actor,
  project: Pick<Project, 'execAdminUserIds'>,
  wanted: number | null | undefined,
): number | null | undefined {
  if (runsItself(actor))
    return (wanted ?? actor.mainUserId) === actor.mainUserId ? actor.mainUserId : undefined
  if (wanted !== undefined) return wanted
  const [only, ...others] = project.execAdminUserIds
  return others.length === 0 ? (only ?? null) : null
}

/** Returns true if the caller may set this executor. An executor may take a meeting over but not hand it to others. */
export const mayHandTo = (actor: Actor, meeting: Pick<Meeting, 'execUserId'>, execUserId: number | null) =>
  !runsItself(actor) || execUserId === meeting.execUserId || execUserId === actor.mainUserId

type Subject = Pick<Meeting, 'currentStage'> & { everSigned: boolean }

/** What the caller may do with a meeting within its reach, and the stages it may move it to. */
export function permissionsOn(actor: Actor, meeting: Subject): Pick<Meeting, 'nextStages' | 'abilities'> {
  const changes = isRunner(actor.roleType) && !isClosedTo(actor, meeting)
  const stages = nextStages(actor.roleType, meeting.currentStage)
  return {
    nextStages: stages,
    abilities: {
      update: changes,
      changeStage: stages.length > 0,
      editAttendees: changes,
      remove: isManager(actor.roleType) && changes && !meeting.everSigned,
    },
  }
}
