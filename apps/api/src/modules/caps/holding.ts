import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { Words } from '@consilium/contract/errors.ts'
import { RULE_OWNER_LABELS } from '@consilium/contract/gates/rule-owners.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import type { Sponsor } from '../../domain/rule-owners.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import { coveredBy } from '../waivers/service.ts'
import { hashStale } from './identity.ts'
import { tryLockPersons } from './identity-repository.ts'
import { capsOf, type OwnedCaps } from './policy-repository.ts'
import * as repository from './repository.ts'
import type { Engagement } from './repository.ts'
import type { Scope } from './scope.ts'
import { openTry } from './tries.ts'
import { appliedCaps, overlapMode, overlapping, seenUseOf, strictestFee, usedOf } from './usage.ts'
import { shareLockExperts } from '../experts/service.ts'

export type CapCheck = Extract<MeetingCheck, 'tiers' | 'caps' | 'overlaps'>
type Findings = Readonly<Record<CapCheck, Evidence[]>>
type FindingsOfMeeting = Findings & { conflicts: Evidence[] }

const CHECKS: readonly CapCheck[] = ['tiers', 'caps', 'overlaps']
/** Experts whose engagements are held in memory together. */
const EXPERTS_AT_ONCE = 200
const idsOf = (engagements: readonly Engagement[]) => engagements.map(({ expertId }) => expertId)

/** The fee, for which service and of which title: what a waiver of a tier was asked for. Another one is another thing to waive. */
const tierKey = ({ expertId, payable, laborForm, title }: Engagement) =>
  `tier:${expertId}:${payable}:${laborForm}:${title ?? ''}`

const brokenCaps = (policies: readonly OwnedCaps[], one: Engagement, all: readonly Engagement[]) =>
  appliedCaps(policies, one).filter((applied) => seenUseOf(applied, all, one).gt(applied.cap.limit))

/** Whose rule a refusal rests on: of the platform if any of it is, which says the least about a sponsor. */
const ownerWords = (owners: readonly (Sponsor | null)[]): Words =>
  RULE_OWNER_LABELS[owners.includes(null) || owners.length === 0 ? 'platform' : 'sponsor']

/** What of one engagement is beyond what was allowed. Keys have what a waiver rests on, and no figures of others. */
export function findingsOf(
  policies: readonly OwnedCaps[],
  one: Engagement,
  all: readonly Engagement[],
): Findings {
  const { expertId, name, payable } = one
  const limit = strictestFee(policies, one)
  const broken = brokenCaps(policies, one, all)
  const elsewhere = overlapMode(policies, one) === 'off' ? [] : overlapping(one, all)
  return {
    tiers: limit !== null && Money(payable).gt(limit.highest) ? [{ key: tierKey(one), name }] : [],
    caps: broken.length > 0 ? [{ key: `cap:${expertId}:${payable}`, name }] : [],
    overlaps: elsewhere.map(({ meetingId }) => ({ key: `overlap:${expertId}:${meetingId}`, name })),
  }
}

const capsAt = async (db: Db, today: string, meetingId: number): Promise<OwnedCaps[]> =>
  (await capsOf(db, today, [meetingId])).get(meetingId) ?? []

/** What the engagements of each meeting exceed, together. */
export async function findingsAt(
  { clock, keys }: Scope,
  db: Db,
  meetingIds: readonly number[],
  asked?: ReadonlyMap<number, readonly OwnedCaps[]>,
): Promise<Map<number, FindingsOfMeeting>> {
  await hashStale(keys, db)
  const policies = asked ?? (await capsOf(db, clock.today(), meetingIds))
  const engagements = await repository.engagementsAt(db, meetingIds, clock.wire())
  const found = new Map<number, Findings>(
    meetingIds.map((meetingId) => [meetingId, { tiers: [], caps: [], overlaps: [] }]),
  )
  const engaged = [...engagements.values()].flat()
  for (let at = 0; at < engaged.length; at += EXPERTS_AT_ONCE) {
    const some = engaged.slice(at, at + EXPERTS_AT_ONCE)
    const all = await repository.engagementsOf(db, idsOf(some), clock.wire())
    for (const one of some) {
      const findings = findingsOf(policies.get(one.meetingId) ?? [], one, all.get(one.expertId) ?? [])
      const ofMeeting = found.get(one.meetingId)
      for (const check of CHECKS) ofMeeting?.[check].push(...findings[check])
    }
  }
  const yearAt = (meetingId: number) =>
    Number((engagements.get(meetingId)?.[0]?.day ?? clock.today()).slice(0, 4))
  const years = [...new Set(meetingIds.map(yearAt))]
  const declared = await repository.declaredIn(db, idsOf(engaged), years)
  return new Map(
    [...found].map(([meetingId, findings]) => {
      const year = yearAt(meetingId)
      const conflicts = (engagements.get(meetingId) ?? [])
        .filter(({ expertId }) => !declared.get(year)?.has(expertId))
        .map(({ expertId, name }) => ({ key: `conflict:${expertId}:${year}`, name }))
      return [meetingId, { ...findings, conflicts }]
    }),
  )
}

/** Lets other invitations of the same persons wait until the transaction ends. Call this before anything is written. */
export async function lockPersons(scope: Scope, trx: Db, expertIds: readonly number[]): Promise<void> {
  if (expertIds.length === 0) return
  // Whom they are does not change between the locks and the checks: a change of a number locks the expert first, too.
  await shareLockExperts(trx, expertIds)
  await lockPersonsOfLocked(scope, trx, expertIds)
}

/** As `lockPersons`, for experts that this transaction has locked. */
export async function lockPersonsOfLocked(
  { keys }: Scope,
  trx: Db,
  expertIds: readonly number[],
): Promise<void> {
  while (!(await tryLockPersons(trx, expertIds))) await hashStale(keys, trx)
}

export interface Fields {
  /** The request fields that a refusal names: of a fee, and of the expert or the time. */
  fee: string
  who: string
  /** Who asks: what an expert answers or signs costs the executor no try. */
  by: 'executor' | 'expert'
}

const ERRORS = { tiers: 'FEE_OVER_TIER', overlaps: 'EXPERT_BUSY' } as const

/**
 * Refuses what was written in this transaction about experts of a meeting if it exceeds a cap, a tier or an expert's
 * time, unless a waiver covers it. Caps come last, so that what is refused for another reason tells nothing of them. `lockPersons`
 * comes before the writing.
 */
export async function requireWithinCaps(
  scope: Scope,
  trx: Db,
  meetingId: number,
  expertIds: readonly number[],
  fields: Fields,
): Promise<void> {
  const policies = await capsAt(trx, scope.clock.today(), meetingId)
  const now = scope.clock.wire()
  const byExpert = policies.some(({ caps }) => caps.length > 0)
    ? await repository.engagementsOf(trx, expertIds, now)
    : await repository.engagementsBeside(trx, expertIds, { meetingId, now })
  for (const expertId of new Set(expertIds)) {
    const all = byExpert.get(expertId) ?? []
    const one = all.find((each) => each.meetingId === meetingId && each.expertId === expertId)
    if (!one) continue
    const findings = findingsOf(policies, one, all)
    const limit = strictestFee(policies, one)
    const { name } = one
    const params = { name, highest: limit?.highest ?? '', rule: ownerWords(limit ? [limit.owner] : []) }
    for (const check of ['tiers', 'overlaps'] as const) {
      const open = findings[check]
      if (open.length === 0 || (check === 'overlaps' && overlapMode(policies, one) !== 'block')) continue
      if (coveredBy(await scope.waivers.of(trx, meetingId))(check, open)) continue
      throw refuseField(ERRORS[check], check === 'overlaps' ? fields.who : fields.fee, params)
    }
    const field = fields.fee
    const tried = fields.by === 'executor' ? await openTry(scope, trx, policies, { one, all, field }) : null
    if (findings.caps.length > 0) {
      const rule = ownerWords(brokenCaps(policies, one, all).map(({ owner }) => owner))
      const refusal = refuseField('CAP_EXCEEDED', field, { name, rule })
      throw tried?.refusedBy(refusal) ?? refusal
    }
    await tried?.passed()
  }
}

/** Which of these attendees are beyond a cap or a tier at their meetings, unless a waiver covers it. */
export async function beyondLimits(
  { clock, waivers }: Scope,
  db: Db,
  fees: readonly { attendeeId: number; meetingId: number }[],
): Promise<Set<number>> {
  const policies = await capsOf(db, clock.today(), [...new Set(fees.map(({ meetingId }) => meetingId))])
  const isLimited = (meetingId: number) =>
    (policies.get(meetingId) ?? []).some(({ caps, tiers }) => caps.length > 0 || tiers.length > 0)
  const limited = fees.filter(({ meetingId }) => isLimited(meetingId)).map(({ attendeeId }) => attendeeId)
  if (limited.length === 0) return new Set()
  const now = clock.wire()
  const engagements = await repository.engagementsFor(db, limited, now)
  const all = await repository.engagementsOf(db, idsOf(engagements), now)
  const found = engagements.flatMap((one) => {
    const findings = findingsOf(policies.get(one.meetingId) ?? [], one, all.get(one.expertId) ?? [])
    const open = (['tiers', 'caps'] as const).filter((check) => findings[check].length > 0)
    return open.length > 0 ? [{ one, open, findings }] : []
  })
  const waived = await waivers.ofMeetings(db, [...new Set(found.map(({ one }) => one.meetingId))])
  return new Set(
    found.flatMap(({ one, open, findings }) => {
      const isCovered = coveredBy(waived.get(one.meetingId) ?? [])
      return open.every((check) => isCovered(check, findings[check])) ? [] : [one.attendeeId]
    }),
  )
}

/** How far an engagement has come. */
export type Step = 'signed' | 'paid'
const HAS_COME: Readonly<Record<Step, (engagement: Engagement) => boolean>> = {
  signed: ({ isSigned }) => isSigned,
  paid: ({ isPaid }) => isPaid,
}

/**
 * Refuses a signature or a payment that takes a person beyond a cap together with what has come as far under the
 * person's other accounts. An identity number may tell only after the invitations that accounts are of one person. `lockPersons`
 * comes before.
 */
export async function requireOfPerson(
  { clock }: Scope,
  trx: Db,
  { meetingId, attendeeId }: { meetingId: number; attendeeId: number },
  step: Step,
): Promise<void> {
  const now = clock.wire()
  const policies = await capsAt(trx, clock.today(), meetingId)
  if (policies.every(({ caps }) => caps.length === 0)) return
  const [one] = await repository.engagementsFor(trx, [attendeeId], now)
  if (!one) return
  const all = ((await repository.engagementsOf(trx, [one.expertId], now)).get(one.expertId) ?? []).filter(
    (each) => each.attendeeId === attendeeId || HAS_COME[step](each),
  )
  const own = all.filter(({ expertId }) => expertId === one.expertId)
  const isBeyond = appliedCaps(policies, one).some((applied) => {
    const used = usedOf(applied, all, one.day)
    return used.gt(applied.cap.limit) && used.gt(usedOf(applied, own, one.day))
  })
  if (isBeyond) throw refuseField('PERSON_OVER_CAP', 'attendeeId')
}

/** What would be open if an expert were invited with this fee: for a waiver that is asked for in advance. */
export async function openFor(
  { clock, keys }: Scope,
  trx: Db,
  meetingId: number,
  check: CapCheck,
  invited: { expertId: number; laborFee: string; laborForm: Engagement['laborForm'] },
): Promise<Evidence[]> {
  await hashStale(keys, trx)
  const today = clock.today()
  const person = await repository.personOf(trx, invited.expertId)
  const occasion = await repository.occasionAt(trx, meetingId, today)
  if (!person || !occasion) throw new Refusal('NOT_FOUND')
  const payable = Money(invited.laborFee).toFixed(2)
  const one: Engagement = {
    ...person,
    ...occasion,
    ...invited,
    attendeeId: 0,
    meetingId,
    payable,
    isSigned: false,
    isPaid: false,
  }
  const { expertId } = invited
  const others = (await repository.engagementsOf(trx, [expertId], clock.wire())).get(expertId) ?? []
  const all = [...others.filter((each) => each.meetingId !== meetingId), one]
  return findingsOf(await capsAt(trx, today, meetingId), one, all)[check]
}
