import type { RoleType } from '@consilium/contract/roles.ts'
import type { Meeting } from '@consilium/contract/meetings.ts'
import { MEETING_RUNNERS } from '@consilium/contract/roles.ts'
import type { Project } from '@consilium/contract/projects.ts'
import type { Actor } from '../../domain/actor.ts'
import { isClosedTo } from '../meetings/policy.ts'
import { nextStages } from './states.ts'

const isRunner = (role: RoleType) => (MEETING_RUNNERS as readonly RoleType[]).includes(role)
const isManager = (role: RoleType) => role === 'admin' || role === 'manager'

/** People of an executor organization run their meetings themselves and name no other executor. */
const runsItself = (actor: Actor) => actor.roleType === 'executor' || actor.roleType === 'meetingExecutor'

/**
 * The executor that is to run a new meeting: the wanted one (null: none), otherwise the caller's own organization or
 * the only one assigned. Undefined where the caller may not name the wanted one.
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

/** Whether the caller may hand the meeting to this executor; an executor only takes it up, never gives it away. */
export const mayHandTo = (actor: Actor, meeting: Pick<Meeting, 'execUserId'>, execUserId: number | null) =>
  !runsItself(actor) || execUserId === meeting.execUserId || execUserId === actor.mainUserId

type Subject = Pick<Meeting, 'currentStage'> & { everSigned: boolean }

/** What the caller may do with a meeting within its reach, and where it may take it. */
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
