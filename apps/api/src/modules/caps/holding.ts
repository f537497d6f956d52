import type { MeetingCheck } from '@consilium/contract/gates.ts'
import type { Evidence } from '@consilium/contract/gate-routes.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import { coveredBy } from '../waivers/service.ts'
import { hashStale } from './identity.ts'
import { lockExperts, lockPersons } from './identity-repository.ts'
import { capsOn, type CapsInForce } from './policy-repository.ts'
import * as repository from './repository.ts'
import type { Engagement } from './repository.ts'
import type { Scope } from './scope.ts'
import { openTry } from './tries.ts'
import { appliedCaps, highestFee, overlapping, seenUseOf, usedOf } from './usage.ts'

export type CapCheck = Extract<MeetingCheck, 'tiers' | 'caps' | 'overlaps'>
type Findings = Readonly<Record<CapCheck, Evidence[]>>

/** The fee, for which service and of which title: what a waiver of a tier was asked for. Another one is another thing to waive. */
const tierKey = ({ expertId, payable, laborForm, title }: Engagement) =>
  `tier:${expertId}:${payable}:${laborForm}:${title ?? ''}`

/** What of one engagement is beyond what was allowed. Keys have what a waiver rests on, and no figures of others. */
function findingsOf(policy: CapsInForce, one: Engagement, all: readonly Engagement[]): Findings {
  const { expertId, name, payable } = one
  const highest = highestFee(policy.tiers, one)
  const broken = appliedCaps(policy.caps, one).filter((applied) =>
    seenUseOf(applied, all, one).gt(applied.cap.limit),
  )
  const elsewhere = policy.overlaps === 'off' ? [] : overlapping(one, all)
  return {
    tiers: highest !== null && Money(payable).gt(highest) ? [{ key: tierKey(one), name }] : [],
    caps: broken.length > 0 ? [{ key: `cap:${expertId}:${payable}`, name }] : [],
    overlaps: elsewhere.map(({ meetingId }) => ({ key: `overlap:${expertId}:${meetingId}`, name })),
  }
}

/** What the engagements of a meeting exceed, together. */
export async function findingsAt(
  { clock, keys }: Scope,
  db: Db,
  meetingId: number,
): Promise<Findings & { conflicts: Evidence[] }> {
  await hashStale(keys, db)
  const policy = await capsOn(db, clock.today())
  const engagements = await repository.engagementsAt(db, meetingId, clock.wire())
  const found: Findings = { tiers: [], caps: [], overlaps: [] }
  for (const one of engagements) {
    const findings = findingsOf(policy, one, await repository.engagementsOf(db, one.expertId, clock.wire()))
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
export async function hold({ keys }: Scope, trx: Db, expertIds: readonly number[]): Promise<void> {
  if (expertIds.length === 0) return
  await lockExperts(trx, expertIds)
  await hashStale(keys, trx)
  await lockPersons(trx, expertIds)
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
 * time, unless a waiver covers it. Caps come last, so that what is refused for another reason tells nothing of them. `hold`
 * comes before the writing.
 */
export async function requireHeld(
  scope: Scope,
  trx: Db,
  meetingId: number,
  expertIds: readonly number[],
  fields: Fields,
): Promise<void> {
  const policy = await capsOn(trx, scope.clock.today())
  const engagements = await repository.engagementsAt(trx, meetingId, scope.clock.wire())
  const isWaived = coveredBy(await scope.waivers.of(trx, meetingId))
  for (const one of engagements.filter(({ expertId }) => expertIds.includes(expertId))) {
    const all = await repository.engagementsOf(trx, one.expertId, scope.clock.wire())
    const findings = findingsOf(policy, one, all)
    const params = { name: one.name, highest: highestFee(policy.tiers, one) ?? '' }
    for (const check of ['tiers', 'overlaps'] as const) {
      const open = findings[check]
      if (open.length === 0 || isWaived(check, open)) continue
      if (check === 'overlaps' && policy.overlaps !== 'block') continue
      throw refuseField(ERRORS[check], check === 'overlaps' ? fields.who : fields.fee, params)
    }
    const field = fields.fee
    const tried = fields.by === 'executor' ? await openTry(scope, trx, policy, { one, all, field }) : null
    if (findings.caps.length > 0) {
      const refusal = refuseField('CAP_EXCEEDED', field, params)
      throw tried?.refusedBy(refusal) ?? refusal
    }
    await tried?.passed()
  }
}

/** How far an engagement has come. */
export type Step = 'signed' | 'paid'
const HAS_COME: Readonly<Record<Step, (engagement: Engagement) => boolean>> = {
  signed: ({ isSigned }) => isSigned,
  paid: ({ isPaid }) => isPaid,
}

/**
 * Refuses a signature or a payment that takes a person beyond a cap together with what has come as far under the
 * person's other accounts. An identity number may tell only after the invitations that accounts are of one person. `hold`
 * comes before.
 */
export async function requireOfPerson(
  { clock }: Scope,
  trx: Db,
  { meetingId, attendeeId }: { meetingId: number; attendeeId: number },
  step: Step,
): Promise<void> {
  const now = clock.wire()
  const { caps } = await capsOn(trx, clock.today())
  const one = (await repository.engagementsAt(trx, meetingId, now)).find(
    (each) => each.attendeeId === attendeeId,
  )
  if (!one || caps.length === 0) return
  const all = (await repository.engagementsOf(trx, one.expertId, now)).filter(
    (each) => each.attendeeId === attendeeId || HAS_COME[step](each),
  )
  const own = all.filter(({ expertId }) => expertId === one.expertId)
  const isBeyond = appliedCaps(caps, one).some((applied) => {
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
  return findingsOf(await capsOn(trx, today), one, all)[check]
}
