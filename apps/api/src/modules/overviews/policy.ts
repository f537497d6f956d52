import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { allows } from '@consilium/contract/route.ts'
import type { EventKind, NeedKind } from '@consilium/contract/overviews/overviews.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
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
  compliance: [],
  finance: [],
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

/** Offers for a shared project also come from sponsors outside a portfolio. */
const OF_OTHER_SPONSORS: readonly EventKind[] = ['supportOffered']
const OF_INTENTS: readonly EventKind[] = ['supportOffered', 'signedUp']
const OF_BUDGETS: readonly EventKind[] = ['budgetAsked', 'budgetDecided']
const OF_WAIVERS: readonly EventKind[] = ['waiverAsked', 'waiverDecided']

/** Kinds of entries that the time line of a project does not show the caller. */
export const hiddenOfProject = (
  actor: Pick<Actor, 'roleType' | 'orgType' | 'isLimited'>,
): readonly EventKind[] => [
  ...(actor.isLimited ? OF_OTHER_SPONSORS : []),
  ...(readsIntents(actor) ? [] : OF_INTENTS),
  ...(allows(budgetRoutes.listChanges.access, actor) ? [] : OF_BUDGETS),
]

/** Kinds of entries that the time line of a meeting does not show the caller. */
export const hiddenOfMeeting = (actor: Pick<Actor, 'roleType' | 'orgType'>): readonly EventKind[] =>
  allows(gateRoutes.listWaivers.access, actor) ? [] : OF_WAIVERS
