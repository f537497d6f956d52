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
import { policiesOf, type PolicyInForce } from './policy-repository.ts'
import { heldTogether, type Ruled } from './owned-rules.ts'
import { inWords } from './words.ts'
import * as repository from './repository.ts'
import { stageLabel, type Scope } from './scope.ts'
import { placesOf } from '../meetings/service.ts'

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

interface Rules {
  policies: PolicyInForce[]
  byCheck: Map<MeetingCheck, Ruled[]>
}

/** Throws for a meeting that does not exist. */
function known<T>(found: ReadonlyMap<number, T>, meetingId: number): T {
  const value = found.get(meetingId)
  if (value === undefined) throw new RangeError(`there is no meeting ${meetingId}`)
  return value
}

const NOBODY = { open: [], rows: [], short: [], isComplete: false }
const ASKS_ATTENDANCE = new Set<MeetingCheck>(['attendanceReviewed', 'attendanceLong', 'signInSheet'])
const NOTHING = { tiers: [], caps: [], overlaps: [], conflicts: [] }
const ASKS_CAPS = new Set<MeetingCheck>(['tiers', 'caps', 'overlaps', 'conflicts'])

/** Which checks are asked of each meeting. */
type Asked = ReadonlyMap<number, readonly MeetingCheck[]>

/** Reads for many meetings at once what their checks look at; what is read for some checks only, of meetings that they are asked of. */
async function factsOf(
  { attendance, budgets, caps, clock }: Scope,
  db: Db,
  asked: Asked,
): Promise<(meetingId: number) => Facts> {
  const meetingIds = [...asked.keys()]
  const asking = (isAsked: (check: MeetingCheck) => boolean) =>
    meetingIds.filter((meetingId) => asked.get(meetingId)?.some(isAsked))
  async function readFor<T>(
    ids: readonly number[],
    read: (ids: readonly number[]) => Promise<Map<number, T>>,
  ) {
    return ids.length === 0 ? new Map<number, T>() : read(ids)
  }
  const allowed = await readFor(
    asking((check) => ASKS_CAPS.has(check)),
    (ids) => caps.findingsAt(db, ids),
  )
  const overBudget = await readFor(
    asking((check) => check === 'budgetHeld'),
    (ids) => budgets.overAt(db, ids),
  )
  const records = await repository.readRecords(db, meetingIds, clock.wire())
  const payers = await findBuyers(db, meetingIds)
  const present = await readFor(
    asking((check) => ASKS_ATTENDANCE.has(check)),
    (ids) => attendance.toReview(db, ids),
  )
  const today = clock.today()
  return (meetingId) => ({
    ...known(records, meetingId),
    attendance: present.get(meetingId) ?? NOBODY,
    allowed: allowed.get(meetingId) ?? NOTHING,
    overBudget: overBudget.get(meetingId) ?? [],
    payers: payers.get(meetingId) ?? [],
    today,
  })
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

function ruledAt(policies: readonly PolicyInForce[], stage: MeetingStage): Map<MeetingCheck, Ruled[]> {
  const rules = policies.flatMap(({ owner, rules: owned }) =>
    owned.flatMap((rule): Ruled[] =>
      rule.stage === stage && rule.mode !== 'off'
        ? [{ check: rule.check, mode: rule.mode, limit: limitOf(rule.check, rule.threshold), owner }]
        : [],
    ),
  )
  return Map.groupBy(rules, ({ check }) => check)
}

/**
 * Evaluates for each meeting what the policies in force, or other rules, ask for a stage. Where the answer decides, the caller
 * holds the rows of the meetings.
 */
export async function evaluateAll(
  scope: Scope,
  db: Db,
  meetingIds: readonly number[],
  stageAfter: (current: MeetingStage) => MeetingStage,
  asked?: Replacing,
): Promise<Map<number, Evaluation>> {
  if (meetingIds.length === 0) return new Map()
  const inForce = await policiesOf(db, scope.clock.today(), meetingIds)
  const stages = new Map(
    (await placesOf(db, meetingIds)).map(({ meetingId, currentStage }) => [meetingId, currentStage]),
  )
  const ruled = new Map(
    meetingIds.map((meetingId) => {
      const held = inForce.get(meetingId) ?? []
      const policies = asked ? replaced(held, asked) : held
      return [meetingId, { policies, byCheck: ruledAt(policies, stageAfter(known(stages, meetingId))) }]
    }),
  )
  const checksOf = new Map([...ruled].map(([meetingId, { byCheck }]) => [meetingId, [...byCheck.keys()]]))
  const factsAt = await factsOf(scope, db, checksOf)
  const waivers = await scope.waivers.ofMeetings(db, meetingIds)
  const evaluation = (meetingId: number, { policies, byCheck }: Rules): Evaluation => {
    const facts = factsAt(meetingId)
    const isWaived = coveredBy(waivers.get(meetingId) ?? [])
    const checks = [...byCheck].map(([id, group]): Evaluated => {
      const { open, ...result } = heldTogether(group, (limit) => CHECKS[id].look(facts, limit ?? 0))
      return { id, ...result, open, met: open.length === 0, isWaived: isWaived(id, open) }
    })
    return { facts, policies, checks }
  }
  return new Map([...ruled].map(([meetingId, rules]) => [meetingId, evaluation(meetingId, rules)]))
}

export const evaluate = async (
  scope: Scope,
  db: Db,
  meetingId: number,
  stageAfter: (current: MeetingStage) => MeetingStage,
): Promise<Evaluation> => known(await evaluateAll(scope, db, [meetingId], stageAfter), meetingId)

/** What a check finds open in a meeting, whether or not the policy asks for it now. */
export async function openIn(
  scope: Scope,
  db: Db,
  meetingId: number,
  check: MeetingCheck,
): Promise<readonly Evidence[]> {
  const facts = (await factsOf(scope, db, new Map([[meetingId, [check]]])))(meetingId)
  const policies = known(await policiesOf(db, facts.today, [meetingId]), meetingId)
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
