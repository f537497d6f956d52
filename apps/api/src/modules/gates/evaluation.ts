import {
  CHECK_THRESHOLDS,
  keepsBack,
  type CheckResult,
  type MeetingCheck,
} from '@consilium/contract/gates.ts'
import type { Evidence } from '@consilium/contract/gate-routes.ts'
import type { MeetingStage } from '@consilium/contract/meetings.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { findBuyers } from '../invoices/service.ts'
import { coveredBy } from '../waivers/service.ts'
import { CHECKS } from './checks.ts'
import type { Facts } from './facts.ts'
import { policyOn, type PolicyInForce } from './policy-repository.ts'
import { inWords } from './words.ts'
import * as repository from './repository.ts'
import { stageLabel, type Scope } from './scope.ts'

export interface Evaluated extends CheckResult {
  open: readonly Evidence[]
  threshold: number | null
}

export interface Evaluation {
  facts: Facts
  policy: PolicyInForce
  checks: Evaluated[]
}

const NOTHING = { tiers: [], caps: [], overlaps: [], conflicts: [] }
const ASKS_CAPS = new Set<MeetingCheck>(['tiers', 'caps', 'overlaps', 'conflicts'])

async function factsOf(
  { budgets, caps, clock }: Scope,
  db: Db,
  meetingId: number,
  checks: readonly MeetingCheck[],
): Promise<Facts> {
  const asksCaps = checks.some((check) => ASKS_CAPS.has(check))
  const allowed = asksCaps ? await caps.findingsAt(db, meetingId) : NOTHING
  const overBudget = checks.includes('budgetHeld') ? await budgets.overAt(db, meetingId) : []
  const records = await repository.readRecords(db, meetingId, clock.wire())
  const buyers = (await findBuyers(db, [meetingId])).get(meetingId) ?? []
  return { ...records, allowed, overBudget, buyers, today: clock.today() }
}

/** Evaluates what the policy in force, or other rules, ask for a stage. The caller holds the meeting's row where the answer decides. */
export async function evaluate(
  scope: Scope,
  db: Db,
  meetingId: number,
  stageAfter: (current: MeetingStage) => MeetingStage,
  rulesAsked?: PolicyInForce['rules'],
): Promise<Evaluation> {
  const inForce = await policyOn(db, scope.clock.today())
  const policy = rulesAsked ? { ...inForce, rules: rulesAsked } : inForce
  const stage = stageAfter(await repository.stageOf(db, meetingId))
  const rules = policy.rules.filter((rule) => rule.stage === stage && rule.mode !== 'off')
  const facts = await factsOf(
    scope,
    db,
    meetingId,
    rules.map(({ check }) => check),
  )
  const isWaived = coveredBy(await scope.waivers.of(db, meetingId))
  const checks = rules.map(({ check, mode, threshold }): Evaluated => {
    const initial = CHECK_THRESHOLDS[check]?.initial ?? null
    const limit = threshold ?? initial
    const { open, count } = CHECKS[check].look(facts, limit ?? 0)
    return {
      id: check,
      met: open.length === 0,
      count,
      mode,
      isWaived: isWaived(check, open),
      open,
      threshold: limit,
    }
  })
  return { facts, policy, checks }
}

/** What a check finds open in a meeting, whether or not the policy asks for it now. */
export async function openIn(
  scope: Scope,
  db: Db,
  meetingId: number,
  check: MeetingCheck,
): Promise<readonly Evidence[]> {
  const facts = await factsOf(scope, db, meetingId, [check])
  const policy = await policyOn(db, facts.today)
  const rule = policy.rules.find((each) => each.check === check)
  return CHECKS[check].look(facts, rule?.threshold ?? CHECK_THRESHOLDS[check]?.initial ?? 0).open
}

/** Throws GATE_NOT_MET, with each required check that is open, unless the meeting may enter the stage. */
export async function requireMet(scope: Scope, trx: Db, meetingId: number, to: MeetingStage): Promise<void> {
  const { checks } = await evaluate(scope, trx, meetingId, () => to)
  const open = checks.filter(keepsBack)
  if (open.length === 0) return
  throw new Refusal('GATE_NOT_MET', {
    params: { stage: stageLabel(to), count: open.length },
    details: open.map((check) => ({ field: check.id, words: inWords(check) })),
  })
}
