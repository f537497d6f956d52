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
import { tryLockPersons, lockExperts } from './identity-repository.ts'
import { capsOn, type OwnedCaps } from './policy-repository.ts'
import * as repository from './repository.ts'
import type { Engagement } from './repository.ts'
import type { Scope } from './scope.ts'
import { openTry } from './tries.ts'
import { appliedCaps, overlapMode, overlapping, seenUseOf, strictestFee, usedOf } from './usage.ts'

export type CapCheck = Extract<MeetingCheck, 'tiers' | 'caps' | 'overlaps'>
type Findings = Readonly<Record<CapCheck, Evidence[]>>

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

/** What the engagements of a meeting exceed, together. */
export async function findingsAt(
  { clock, keys }: Scope,
  db: Db,
  meetingId: number,
  asked?: readonly OwnedCaps[],
): Promise<Findings & { conflicts: Evidence[] }> {
  await hashStale(keys, db)
  const policies = asked ?? (await capsOn(db, clock.today(), { meetingId }))
  const engagements = await repository.engagementsAt(db, meetingId, clock.wire())
  const found: Findings = { tiers: [], caps: [], overlaps: [] }
  for (const one of engagements) {
    const findings = findingsOf(policies, one, await repository.engagementsOf(db, one.expertId, clock.wire()))
    for (const check of Object.keys(found) as CapCheck[]) found[check].push(...findings[check])
  }
  const year = Number((engagements[0]?.day ?? clock.today()).slice(0, 4))
  const declared = await repository.declaredIn(
    db,
    engagements.map(({ expertId }) => expertId),
    year,
  )
  const conflicts = engagements
    .filter(({ expertId }) => !declared.has(expertId))
    .map(({ expertId, name }) => ({ key: `conflict:${expertId}:${year}`, name }))
  return { ...found, conflicts }
}

/** Lets other invitations of the same persons wait until the transaction ends. Call this before anything is written. */
export async function lockPersons(scope: Scope, trx: Db, expertIds: readonly number[]): Promise<void> {
  if (expertIds.length === 0) return
  await lockExperts(trx, expertIds)
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
  const policies = await capsOn(trx, scope.clock.today(), { meetingId })
  for (const expertId of new Set(expertIds)) {
    const all = await repository.engagementsOf(trx, expertId, scope.clock.wire())
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

/** Which of these experts are beyond a cap or a tier at a meeting, unless a waiver covers it. */
export async function beyondLimits(
  { clock, waivers }: Scope,
  db: Db,
  meetingId: number,
  expertIds: readonly number[],
): Promise<Set<number>> {
  const policies = await capsOn(db, clock.today(), { meetingId })
  if (policies.every(({ caps, tiers }) => caps.length === 0 && tiers.length === 0)) return new Set()
  const asked = new Set(expertIds)
  const now = clock.wire()
  const engagements = (await repository.engagementsAt(db, meetingId, now)).filter(({ expertId }) =>
    asked.has(expertId),
  )
  const isCovered = coveredBy(await waivers.of(db, meetingId))
  const beyond = new Set<number>()
  for (const one of engagements) {
    const findings = findingsOf(policies, one, await repository.engagementsOf(db, one.expertId, now))
    const isOpen = (['tiers', 'caps'] as const).some(
      (check) => findings[check].length > 0 && !isCovered(check, findings[check]),
    )
    if (isOpen) beyond.add(one.expertId)
  }
  return beyond
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
  const policies = await capsOn(trx, clock.today(), { meetingId })
  const one = (await repository.engagementsAt(trx, meetingId, now)).find(
    (each) => each.attendeeId === attendeeId,
  )
  if (!one || policies.every(({ caps }) => caps.length === 0)) return
  const all = (await repository.engagementsOf(trx, one.expertId, now)).filter(
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
  const others = await repository.engagementsOf(trx, invited.expertId, clock.wire())
  const all = [...others.filter((each) => each.meetingId !== meetingId), one]
  return findingsOf(await capsOn(trx, today, { meetingId }), one, all)[check]
}
