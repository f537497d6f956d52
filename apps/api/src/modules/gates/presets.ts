import { INSTALLATION_ID } from '@consilium/contract/events/event.ts'
import { gateEvents } from '@consilium/contract/events/gates.ts'
import { PRESET_RULES, presetOf, type GatePreset, type PresetRule } from '@consilium/contract/gate-presets.ts'
import { keepsBack } from '@consilium/contract/gates.ts'
import {
  PREVIEWED_MEETINGS_MAX,
  type GatePolicy,
  type GatePresetPreview,
} from '@consilium/contract/gate-routes.ts'
import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { evaluate } from './evaluation.ts'
import * as policies from './policy-repository.ts'
import type { Scope } from './scope.ts'
import * as starts from './start-repository.ts'

export type Mode = 'development' | 'production'

/** In development, clients move stages freely, as the interface promises. */
const FIRST: Readonly<Record<Mode, GatePreset>> = { development: 'advisory', production: 'strict' }
/** Before every meeting, so that a version of the installation's own comes later. */
const SINCE_EVER = '2000-01-01'

/**
 * Does what a start does once: a new installation gets the preset of its mode, an older one keeps its policy and tells its
 * administrators of the other. Of several nodes one does it. Returns the preset in force; null for rules of its own.
 */
export async function startWith({ db, clock, eventLog }: Scope, mode: Mode): Promise<GatePreset | null> {
  await inTransaction(db, async (trx) => {
    const awaits = await starts.takeStart(trx)
    if (awaits === 'choice' && FIRST[mode] === 'strict')
      await policies.insertPolicy(trx, null, {
        validFrom: SINCE_EVER,
        note: null,
        rules: [...PRESET_RULES.strict],
      })
    if (awaits === 'notice')
      await eventLog.record(trx, gateEvents.strictOffered, {
        recordId: INSTALLATION_ID,
        actorId: null,
        fields: {},
      })
  })
  return presetOf((await policies.policyOn(db, clock.today())).rules)
}

type Ruled = Pick<PresetRule, 'check' | 'mode'> & { stage: MeetingStage }

const modeIn = (rules: readonly Ruled[], { stage, check }: Ruled) =>
  rules.find((rule) => rule.stage === stage && rule.check === check)?.mode ?? 'off'

function changesBetween(before: readonly Ruled[], after: readonly Ruled[]): GatePresetPreview['changes'] {
  const all = new Map([...before, ...after].map((rule) => [`${rule.stage} ${rule.check}`, rule]))
  return [...all.values()]
    .map((rule) => ({
      stage: rule.stage,
      check: rule.check,
      before: modeIn(before, rule),
      after: modeIn(after, rule),
    }))
    .filter((change) => change.before !== change.after)
    .toSorted((one, other) => MEETING_STAGES.indexOf(one.stage) - MEETING_STAGES.indexOf(other.stage))
}

/** What a preset would change, and which of the latest open meetings it would keep from their next stage. */
export async function previewPreset(
  scope: Scope,
  preset: GatePreset,
  stageAfter: (current: MeetingStage) => MeetingStage,
): Promise<GatePresetPreview> {
  const { db, clock } = scope
  const { rules } = await policies.policyOn(db, clock.today())
  const wanted = [...PRESET_RULES[preset]]
  const open = await starts.openMeetings(db, PREVIEWED_MEETINGS_MAX + 1)
  const examined = open.slice(0, PREVIEWED_MEETINGS_MAX)
  const meetings: GatePresetPreview['meetings'] = []
  for (const { meetingId, meetingName, currentStage } of examined) {
    const { checks } = await evaluate(scope, db, meetingId, stageAfter, wanted)
    const held = checks.filter(keepsBack).map(({ id }) => id)
    if (held.length > 0)
      meetings.push({ meetingId, meetingName, stage: stageAfter(currentStage), checks: held })
  }
  return {
    current: presetOf(rules),
    preset,
    changes: changesBetween(rules, wanted),
    meetings,
    examined: examined.length,
    isExact: open.length <= PREVIEWED_MEETINGS_MAX,
  }
}

/** Puts a preset into force from today on. */
export async function applyPreset(
  { db, clock }: Scope,
  actor: Actor,
  preset: GatePreset,
): Promise<GatePolicy> {
  const today = clock.today()
  const policy = { validFrom: today, note: null, rules: [...PRESET_RULES[preset]] }
  return policies.findPolicy(db, today, await policies.insertPolicy(db, actor.userId, policy))
}
