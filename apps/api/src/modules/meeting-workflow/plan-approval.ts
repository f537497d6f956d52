import { MEETING_PLAN_FIELDS } from '@consilium/contract/approvals/approval-kinds.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { DecisionKind, Served } from '../decisions/service.ts'
import * as meetings from '../meetings/service.ts'
import * as plans from './plan-repository.ts'
import type { Scope } from './scope.ts'
import { recordOf } from '../decisions/service.ts'
import { attendeeIdsOf } from '../attendees/service.ts'

/** The plan of a meeting, where steps are set up for it. */
export const MEETING_PLAN: DecisionKind = {
  name: 'meetingPlan',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'stale'] },
  whilePending: 'APPROVAL_PENDING',
  keepsPeople: false,
}

/** What is decided on: the meeting with everybody who is invited and the fees. */
const contentOf = ({ projectName: _name, ...plan }: plans.PlanOfMeeting) => ({ ...plan })

interface Move {
  meetingId: number
  from: MeetingStage
  to: MeetingStage
  reason: string | null
  /** The request whose approval moves it. */
  decisionId?: number
}

/** Moves a meeting whose lock the caller holds, with what follows from it. */
export async function moveOn(
  scope: Scope,
  trx: Db,
  actor: Actor,
  { meetingId, ...move }: Move,
): Promise<void> {
  const { from, to } = move
  if (!(await meetings.moveStage(trx, meetingId, { ...move, by: actor.userId })))
    throw new Refusal('STALE_RECORD')
  await scope.eventLog.record(trx, meetingEvents.stageChanged, {
    recordId: meetingId,
    actorId: actor.userId,
    fields: { from, to },
  })
  if (from === 'draft') await scope.agreements.markReady(trx, actor, await attendeeIdsOf(trx, [meetingId]))
}

/** Asks for the approval of a plan where steps hold. False: nobody has to decide. The caller holds the lock of the meeting. */
export async function askPlan(scope: Scope, trx: Db, actor: Actor, meetingId: number): Promise<boolean> {
  const content = contentOf(await plans.planOf(trx, meetingId))
  const asking = { recordId: meetingId, content, askedBy: actor.userId }
  return (await scope.decisions.askIfSteps(trx, MEETING_PLAN, asking)) !== null
}

/** How plans are decided step by step; the last approval moves the meeting on. */
export const plansServedBy = (scope: Scope): Served => ({
  name: MEETING_PLAN.name,
  async about(trx, { recordId }) {
    const plan = await plans.planOf(trx, recordId)
    const { projectId, amount, execUserId } = plan
    const changes = MEETING_PLAN_FIELDS.map((field) => ({
      field,
      before: null,
      after: plan[field] === null ? null : String(plan[field]),
    }))
    return { kind: 'meetingPlan', projectId, amount, category: null, execUserId, changes }
  },
  titles: plans.titlesOf,
  async describe(db, decisionId) {
    const meetingId = await recordOf(db, decisionId)
    const { currentStage } = await plans.planOf(db, meetingId)
    const readiness = await scope.gates.readinessOf(db, meetingId, currentStage)
    return {
      changes: [],
      money: null,
      openChecks: readiness.flatMap(({ checks }) =>
        checks.filter(({ met, isWaived }) => !met && !isWaived).map(({ id }) => id),
      ),
      meetingId,
    }
  },
  async settle(trx, actor, decisionId, verdict) {
    const meetingId = await recordOf(trx, decisionId)
    await meetings.lockAtStage(trx, meetingId, 'draft')
    const content = contentOf(await plans.planOf(trx, meetingId))
    const given = { ...verdict, by: actor.userId, content }
    const state = await scope.decisions.decide(trx, MEETING_PLAN, decisionId, given)
    if (state !== 'approved') return state
    await scope.gates.requireMet(trx, meetingId, 'approved')
    await moveOn(scope, trx, actor, { meetingId, from: 'draft', to: 'approved', reason: null, decisionId })
    return state
  },
})
