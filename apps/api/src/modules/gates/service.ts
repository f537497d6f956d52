import { decisionEvents } from '@consilium/contract/events/decisions.ts'
import { presetOf, type GatePreset } from '@consilium/contract/gates/gate-presets.ts'
import { keepsBack } from '@consilium/contract/gates/gates.ts'
import {
  EVIDENCE_MAX,
  type Gate,
  type GatePolicy,
  type GatePresetPreview,
  type Waiver,
  type WaiverAsk,
} from '@consilium/contract/gates/gate-routes.ts'
import {
  MEETING_STAGES,
  type MeetingStage,
  type StageReadiness,
} from '@consilium/contract/meetings/meetings.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { ownerView } from '../../domain/rule-owners.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { lockOpenMeeting, requireMeeting } from '../meetings/service.ts'
import type { Attendance } from '../attendance/service.ts'
import type { Budgets } from '../budgets/service.ts'
import type { Caps } from '../caps/service.ts'
import { shownTo, viewOf, type Waivers } from '../waivers/service.ts'
import { attendanceObstacles, type AttendanceObstacle } from './attendance-rules.ts'
import { CHECKS } from './checks.ts'
import { evaluate, evaluateAll, openIn, requireMet } from './evaluation.ts'
import { applyPreset, previewPreset, startWith, type Mode } from './presets.ts'
import * as policies from './policy-repository.ts'
import type { Scope } from './scope.ts'
import { versionsOf } from './versions.ts'

/** The next stage; of a closed meeting the stage itself, whose checks a later change may have opened again. */
const stageAfter = (current: MeetingStage): MeetingStage =>
  MEETING_STAGES[MEETING_STAGES.indexOf(current) + 1] ?? current

type Askable = 'tiers' | 'overlaps'
/** Checks that an invitation is refused by; their waiver may be asked for before the expert is invited. */
const isAskable = (check: string): check is Askable => check === 'tiers' || check === 'overlaps'

/** The expert whom a waiver is asked for in advance; null for a waiver of what is there. Throws NOT_FOUND on `phone`. */
async function expertNamed(
  { caps }: Scope,
  trx: Db,
  { expertId = null, phone }: Pick<WaiverAsk, 'expertId' | 'phone'>,
): Promise<number | null> {
  if (expertId !== null || phone === undefined) return expertId
  const found = await caps.expertByPhone(trx, phone)
  if (found === undefined) throw refuseField('NOT_FOUND', 'phone')
  return found
}

/** Asks for a waiver of all that the check finds open at this moment. */
const askWaiver = (
  scope: Scope,
  actor: Actor,
  { meetingId, check, reason, laborFee = '0.00', laborForm = 'lecture', ...named }: WaiverAsk,
): Promise<number> =>
  inTransaction(scope.db, async (trx) => {
    await lockOpenMeeting(trx, actor, meetingId)
    const expertId = await expertNamed(scope, trx, named)
    const invited = expertId !== null && isAskable(check) ? { expertId, laborFee, laborForm } : null
    const covers = invited
      ? await scope.caps.openFor(trx, meetingId, check as Askable, invited)
      : await openIn(scope, trx, meetingId, check)
    if (covers.length === 0) throw new Refusal('WAIVER_NOT_NEEDED')
    const recordId = await scope.waivers.insert(trx, {
      meetingId,
      check,
      expertId: invited?.expertId ?? null,
      covers,
      reason,
      askedBy: actor.userId,
    })
    await scope.eventLog.record(trx, decisionEvents.waiverAsked, {
      recordId,
      actorId: actor.userId,
      fields: {},
    })
    return recordId
  })

interface Modules {
  waivers: Waivers
  attendance: Pick<Attendance, 'toReview'>
  caps: Caps
  budgets: Pick<Budgets, 'overAt'>
}

/** What meetings need before their next stage: checks as data, a dated policy, waivers by two people. */
export function createGates({ db, clock, eventLog }: Context, modules: Modules) {
  const { waivers } = modules
  const scope: Scope = { ...modules, db, clock, eventLog }

  return {
    waivers,

    /** What the stage after the current one needs; empty once closed. */
    async readinessOf(within: Db, meetingId: number, current: MeetingStage): Promise<StageReadiness[]> {
      const stage = stageAfter(current)
      if (stage === current) return []
      const { checks } = await evaluate(scope, within, meetingId, () => stage)
      return [
        {
          stage,
          checks: checks.map(({ id, met, count, mode, isWaived }) => ({ id, met, count, mode, isWaived })),
        },
      ]
    },

    /** Which of the meetings a required check keeps from this stage, whatever stage they are in. */
    async openBefore(within: Db, meetingIds: readonly number[], stage: MeetingStage): Promise<Set<number>> {
      const found = await evaluateAll(scope, within, meetingIds, () => stage)
      return new Set([...found].flatMap(([id, { checks }]) => (checks.some(keepsBack) ? [id] : [])))
    },

    requireMet: (trx: Db, meetingId: number, to: MeetingStage): Promise<void> =>
      requireMet(scope, trx, meetingId, to),

    /** Why attendees may not be paid by their attendance, where the rules of their meeting require it. */
    attendanceObstacles: (
      within: Db,
      attendeeIds: readonly number[],
    ): Promise<ReadonlyMap<number, AttendanceObstacle[]>> => attendanceObstacles(scope, within, attendeeIds),

    async find(actor: Actor, meetingId: number): Promise<Gate> {
      const { currentStage } = await requireMeeting(db, actor, meetingId)
      const { policies: inForce, checks } = await evaluate(scope, db, meetingId, stageAfter)
      const asked = await waivers.of(db, meetingId, actor.userId)
      return {
        meetingId,
        currentStage,
        stage: stageAfter(currentStage),
        policyId: inForce[0]!.policyId,
        validFrom: inForce[0]!.validFrom,
        isMet: !checks.some(keepsBack),
        checks: checks.map(({ open, owners, ...check }) => {
          const waiver = asked.find((each) => each.check === check.id)
          return {
            ...check,
            module: CHECKS[check.id].module,
            evidence: shownTo(actor, open.slice(0, EVIDENCE_MAX)),
            owners: owners.map((owner) => ownerView(actor, owner)),
            waiver: waiver ? viewOf(actor, waiver) : null,
          }
        }),
      }
    },

    startWith: (mode: Mode): Promise<GatePreset | null> => startWith(scope, mode),
    currentPreset: async (): Promise<GatePreset | null> =>
      presetOf((await policies.policyOf(db, clock.today(), null))?.rules ?? []),
    previewPreset: (actor: Actor, preset: GatePreset): Promise<GatePresetPreview> =>
      previewPreset(scope, actor, preset, stageAfter),
    applyPreset: (actor: Actor, preset: GatePreset): Promise<GatePolicy> => applyPreset(scope, actor, preset),

    askWaiver: async (actor: Actor, body: WaiverAsk): Promise<Waiver> =>
      waivers.find(actor, await askWaiver(scope, actor, body)),

    ...versionsOf(scope, stageAfter),
  }
}

export type Gates = ReturnType<typeof createGates>
