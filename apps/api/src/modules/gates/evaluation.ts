import {
  CHECK_THRESHOLDS,
  keepsBack,
  type CheckResult,
  type MeetingCheck,
} from '@consilium/contract/gates/gates.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { Sponsor } from '../../domain/rule-owners.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { findBuyers } from '../invoices/service.ts'
import { coveredBy } from '../waivers/service.ts'
import { CHECKS } from './checks.ts'
import type { Facts } from './facts.ts'
import { policiesFor, type PolicyInForce } from './policy-repository.ts'
import { heldTogether, type Ruled } from './owned-rules.ts'
import { inWords } from './words.ts'
import * as repository from './repository.ts'
import { stageLabel, type Scope } from './scope.ts'

export interface Evaluated extends CheckResult {
  open: readonly Evidence[]
  threshold: number | null
  /** Whose rules ask for it as it stands; null for the platform. */
  owners: readonly (Sponsor | null)[]
}

export interface Evaluation {
  facts: Facts
  /** The policies that hold together, the platform's first. */
  policies: PolicyInForce[]
  checks: Evaluated[]
}

const NOBODY = { open: [], rows: [], short: [], isComplete: false }
const ASKS_ATTENDANCE = new Set<MeetingCheck>(['attendanceReviewed', 'attendanceLong', 'signInSheet'])
const NOTHING = { tiers: [], caps: [], overlaps: [], conflicts: [] }
const ASKS_CAPS = new Set<MeetingCheck>(['tiers', 'caps', 'overlaps', 'conflicts'])

async function factsOf(
  { attendance, budgets, caps, clock }: Scope,
  db: Db,
  meetingId: number,
  checks: readonly MeetingCheck[],
): Promise<Facts> {
  const asksCaps = checks.some((check) => ASKS_CAPS.has(check))
  const allowed = asksCaps ? await caps.findingsAt(db, meetingId) : NOTHING
  const overBudget = checks.includes('budgetHeld') ? await budgets.overAt(db, meetingId) : []
  const records = await repository.readRecords(db, meetingId, clock.wire())
  const payers = (await findBuyers(db, [meetingId])).get(meetingId) ?? []
  const present = checks.some((check) => ASKS_ATTENDANCE.has(check))
    ? await attendance.toReview(db, meetingId)
    : NOBODY
  return { ...records, attendance: present, allowed, overBudget, payers, today: clock.today() }
}

/** Rules that are asked about in place of those that their owner has in force. */
export interface Replacing {
  owner: Sponsor | null
  rules: PolicyInForce['rules']
}

const isOf = (owner: Sponsor | null, other: Sponsor | null) => owner?.orgId === other?.orgId

/** The owner's rules take the place of those in force, or join them if it had none. */
function replaced(policies: PolicyInForce[], { owner, rules }: Replacing): PolicyInForce[] {
  const others = policies.filter((policy) => !isOf(policy.owner, owner))
  const own = policies.find((policy) => isOf(policy.owner, owner))
  return [...others, { policyId: 0, validFrom: '', ...own, owner, rules }]
}

const limitOf = (check: MeetingCheck, threshold: number | null) =>
  threshold ?? CHECK_THRESHOLDS[check]?.initial ?? null

/** Evaluates what the policies in force, or other rules, ask for a stage. The caller holds the meeting's row where the answer decides. */
export async function evaluate(
  scope: Scope,
  db: Db,
  meetingId: number,
  stageAfter: (current: MeetingStage) => MeetingStage,
  asked?: Replacing,
): Promise<Evaluation> {
  const inForce = await policiesFor(db, scope.clock.today(), { meetingId })
  const policies = asked ? replaced(inForce, asked) : inForce
  const stage = stageAfter(await repository.stageOf(db, meetingId))
  const rules = policies.flatMap(({ owner, rules: owned }) =>
    owned.flatMap((rule): Ruled[] =>
      rule.stage === stage && rule.mode !== 'off'
        ? [{ check: rule.check, mode: rule.mode, limit: limitOf(rule.check, rule.threshold), owner }]
        : [],
    ),
  )
  const byCheck = Map.groupBy(rules, ({ check }) => check)
  const facts = await factsOf(scope, db, meetingId, [...byCheck.keys()])
  const isWaived = coveredBy(await scope.waivers.of(db, meetingId))
  const checks = [...byCheck].map(([id, group]): Evaluated => {
    const { open, ...result } = heldTogether(group, (limit) => CHECKS[id].look(facts, limit ?? 0))
    return { id, ...result, open, met: open.length === 0, isWaived: isWaived(id, open) }
  })
  return { facts, policies, checks }
}

/** What a check finds open in a meeting, whether or not the policy asks for it now. */
export async function openIn(
  scope: Scope,
  db: Db,
  meetingId: number,
  check: MeetingCheck,
): Promise<readonly Evidence[]> {
  const facts = await factsOf(scope, db, meetingId, [check])
  const policies = await policiesFor(db, facts.today, { meetingId })
  const limits = policies.map(({ rules }) => rules.find((rule) => rule.check === check)?.threshold ?? null)
  const open = [...new Set(limits.map((limit) => limitOf(check, limit) ?? 0))].flatMap(
    (limit) => CHECKS[check].look(facts, limit).open,
  )
  return [...new Map(open.map((each) => [each.key, each])).values()]
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
