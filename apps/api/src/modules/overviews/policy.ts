import type { NeedKind } from '@consilium/contract/overviews.ts'
import type { MeetingStage } from '@consilium/contract/meetings.ts'
import type { RoleType } from '@consilium/contract/roles.ts'
import type { Actor } from '../../domain/actor.ts'

const APPROVALS: readonly NeedKind[] = [
  'experts',
  'plans',
  'supportIntents',
  'executionIntents',
  'publicitySupport',
  'publicityExecution',
  'waivers',
  'budgetChanges',
]
const OF_DECIDERS: readonly NeedKind[] = ['stages', 'reviews']
const OF_RUNNERS: readonly NeedKind[] = ['stages', 'signatures', 'materials', 'invoices']

const NEEDS: Readonly<Record<RoleType, readonly NeedKind[]>> = {
  admin: [...APPROVALS, ...OF_DECIDERS],
  manager: [...APPROVALS, ...OF_DECIDERS],
  leader: ['budgetChanges', ...OF_DECIDERS],
  executor: OF_RUNNERS,
  meetingExecutor: OF_RUNNERS,
  supervisor: ['supervisions', 'reviews'],
  // A sponsor decides nothing that others wait for; its home has the meetings and the money.
  sponsor: [],
  doctor: ['signatures'],
}

/** The kinds of tasks that may wait for an account of this role. */
export const needsOf = ({ roleType }: Pick<Actor, 'roleType'>): readonly NeedKind[] => NEEDS[roleType]

const DECIDED: readonly MeetingStage[] = ['draft', 'settlement']
const RUN: readonly MeetingStage[] = [
  'approved',
  'inviting',
  'scheduled',
  'agreements',
  'ready',
  'inSession',
  'materials',
]

/** The stages out of which an account of this role is expected to move a meeting. */
export const waitingStages = ({ roleType }: Pick<Actor, 'roleType'>): readonly MeetingStage[] =>
  NEEDS[roleType].includes('signatures') ? RUN : NEEDS[roleType].includes('stages') ? DECIDED : []

/** Lists of intents are read by managers and by the leads of their projects. */
export const readsIntents = ({ roleType }: Pick<Actor, 'roleType'>): boolean =>
  roleType === 'admin' || roleType === 'manager' || roleType === 'leader'

/** Waivers are read by those who run meetings. */
export const readsWaivers = ({ roleType }: Pick<Actor, 'roleType'>): boolean =>
  roleType !== 'sponsor' && roleType !== 'supervisor'
