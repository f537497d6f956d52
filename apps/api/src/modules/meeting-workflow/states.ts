import { type RoleType, MEETING_RUNNERS, ROLE_TYPES } from '@consilium/contract/accounts/roles.ts'
import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'

type Roles = readonly RoleType[]

const runners: Roles = MEETING_RUNNERS
/** The roles that approve and settle meetings. */
const deciders: Roles = ['admin', 'manager', 'leader']
const admin: Roles = ['admin']
const nobody: Roles = []

interface StageRules {
  /** Roles that may move a meeting from this stage to the next one. */
  forward: Roles
  /** Roles that may send a meeting from this stage back to an earlier one, with a reason. */
  back: Roles
  /**
   * Roles that may send a meeting back to this stage. Going back to draft withdraws an approval, so only deciders may.
   */
  backTo: Roles
}

/** The roles that may move a meeting, for each stage in order. */
export const stageTable: Readonly<Record<MeetingStage, StageRules>> = {
  draft: { forward: deciders, back: nobody, backTo: deciders },
  approved: { forward: runners, back: deciders, backTo: runners },
  inviting: { forward: runners, back: runners, backTo: runners },
  scheduled: { forward: runners, back: runners, backTo: runners },
  agreements: { forward: runners, back: runners, backTo: runners },
  ready: { forward: runners, back: runners, backTo: runners },
  inSession: { forward: runners, back: runners, backTo: runners },
  materials: { forward: runners, back: runners, backTo: runners },
  settlement: { forward: deciders, back: deciders, backTo: deciders },
  closed: { forward: nobody, back: admin, backTo: nobody },
}

export interface Step {
  kind: 'forward' | 'back'
  /** Roles that may take the step. */
  roles: Roles
}

/** The step between two stages, or null if the table allows none. */
export function stepBetween(from: MeetingStage, to: MeetingStage): Step | null {
  const distance = MEETING_STAGES.indexOf(to) - MEETING_STAGES.indexOf(from)
  if (distance === 1) return { kind: 'forward', roles: stageTable[from].forward }
  if (distance >= 0) return null
  return { kind: 'back', roles: stageTable[from].back.filter((role) => stageTable[to].backTo.includes(role)) }
}

/** The roles that may move a meeting from a stage to the next one; none once it is closed. */
export const forwardRoles = (from: MeetingStage): RoleType[] => [...stageTable[from].forward]

export const mayApprove = (role: RoleType): boolean => stageTable.draft.forward.includes(role)

const stagesAfter = (role: RoleType, from: MeetingStage): MeetingStage[] =>
  MEETING_STAGES.filter((to) => stepBetween(from, to)?.roles.includes(role))

/** Every row of a list has one of these lists. */
const allStagesAfter = Object.fromEntries(
  ROLE_TYPES.map((role) => [
    role,
    Object.fromEntries(MEETING_STAGES.map((from) => [from, Object.freeze(stagesAfter(role, from))])),
  ]),
) as Record<RoleType, Record<MeetingStage, MeetingStage[]>>

/** The stages that a role may move a meeting to, in order. */
export const nextStages = (role: RoleType, from: MeetingStage): MeetingStage[] => allStagesAfter[role][from]
