import { type RoleType, MEETING_RUNNERS } from '@consilium/contract/roles.ts'
import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings.ts'

type Roles = readonly RoleType[]

const runners: Roles = MEETING_RUNNERS
/** They approve a meeting and settle it; those who run it for an executor do not. */
const deciders: Roles = ['admin', 'manager', 'leader']
const admin: Roles = ['admin']
const nobody: Roles = []

interface StageRules {
  /** Who takes a meeting from here to the following stage. */
  forward: Roles
  /** Who sends a meeting from here to an earlier stage, with a reason. */
  back: Roles
  /** Who sends a later meeting back to here; draft takes an approval away, so only deciders do. */
  backTo: Roles
}

/** Who moves a meeting, stage by stage in their order. */
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
  /** Who may take it. */
  roles: Roles
}

/** The step between two stages, or null where nobody takes it. */
export function stepBetween(from: MeetingStage, to: MeetingStage): Step | null {
  const distance = MEETING_STAGES.indexOf(to) - MEETING_STAGES.indexOf(from)
  if (distance === 1) return { kind: 'forward', roles: stageTable[from].forward }
  if (distance >= 0) return null
  return { kind: 'back', roles: stageTable[from].back.filter((role) => stageTable[to].backTo.includes(role)) }
}

/** Who approves a new meeting. */
export const mayApprove = (role: RoleType): boolean => stageTable.draft.forward.includes(role)

/** Stages that a role may take a meeting to, in their order. */
export const nextStages = (role: RoleType, from: MeetingStage): MeetingStage[] =>
  MEETING_STAGES.filter((to) => stepBetween(from, to)?.roles.includes(role))
