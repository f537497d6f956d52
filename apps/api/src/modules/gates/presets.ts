import { INSTALLATION_ID } from '@consilium/contract/events/event.ts'
import { gateEvents } from '@consilium/contract/events/gates.ts'
import { PRESET_RULES, presetOf, type GatePreset } from '@consilium/contract/gates/gate-presets.ts'
import type { GatePolicy, GatePresetPreview } from '@consilium/contract/gates/gate-routes.ts'
import { SINCE_EVER } from '@consilium/contract/gates/rule-owners.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { accountIdOf, PLATFORM, type Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { previewOf } from './preview.ts'
import * as policies from './policy-repository.ts'
import type { Scope } from './scope.ts'
import * as starts from './start-repository.ts'

export type Mode = 'development' | 'production'

/** In development, clients move stages freely, as the interface promises. */
const FIRST: Readonly<Record<Mode, GatePreset>> = { development: 'advisory', production: 'strict' }
const OF_PLATFORM = { userId: accountIdOf(PLATFORM), ownerOrgId: null }

/**
 * Does what a start does once: a new installation gets the preset of its mode, an older one keeps its policy and tells its
 * administrators of the other. Of several nodes one does it. Returns the preset in force; null for rules of its own.
 */
export async function startWith({ db, clock, eventLog }: Scope, mode: Mode): Promise<GatePreset | null> {
  await inTransaction(db, async (trx) => {
    const awaits = await starts.takeStart(trx)
    if (awaits === 'choice' && FIRST[mode] === 'strict')
      await policies.insertPolicy(trx, OF_PLATFORM, {
        validFrom: SINCE_EVER,
        note: null,
        rules: [...PRESET_RULES.strict],
      })
    if (awaits === 'notice')
      await eventLog.record(trx, gateEvents.strictOffered, {
        recordId: INSTALLATION_ID,
        actorId: accountIdOf(PLATFORM),
        fields: {},
      })
  })
  return presetOf((await policies.policyOf(db, clock.today(), null))?.rules ?? [])
}

/** What a preset would change, and which of the latest open meetings it would keep from their next stage. */
export async function previewPreset(
  scope: Scope,
  actor: Actor,
  preset: GatePreset,
  stageAfter: (current: MeetingStage) => MeetingStage,
): Promise<GatePresetPreview> {
  const current = await policies.policyOf(scope.db, scope.clock.today(), null)
  const wanted = [...PRESET_RULES[preset]]
  return {
    current: presetOf(current?.rules ?? []),
    preset,
    ...(await previewOf(scope, actor, wanted, stageAfter)),
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
  const by = { userId: actor.userId, ownerOrgId: null }
  return policies.findPolicy(db, actor, today, await policies.insertPolicy(db, by, policy))
}
