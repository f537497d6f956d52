import {
  CAP_NEAR_SHARE,
  CAP_STEP_SHARE,
  type CapPolicy,
  type CapState,
  type StoredCap,
} from '@consilium/contract/caps/caps.ts'
import { GATE_MODES, type GateMode } from '@consilium/contract/gates/gates.ts'
import type Big from 'big.js'
import { isSameTitle } from '../../domain/titles.ts'
import { Money } from '../fees/service.ts'
import type { Sponsor } from '../../domain/rule-owners.ts'
import type { OwnedCaps } from './policy-repository.ts'
import type { Engagement, Occasion } from './repository.ts'

type Cap = StoredCap
type Tier = CapPolicy['tiers'][number]

/** A cap with the organization that it counts for; null for the whole platform. */
export interface AppliedCap {
  cap: Cap
  orgUserId: number | null
  /** Whose cap it is; null for the platform. */
  owner: Sponsor | null
}

type Concerned = Pick<Occasion, 'execUserId' | 'sponsorUserIds' | 'productIds'>

function capsOfPlatform(caps: readonly Cap[], { execUserId, sponsorUserIds }: Concerned): AppliedCap[] {
  const owner = null
  return caps.flatMap((cap): AppliedCap[] => {
    if (cap.scope === 'platform') return [{ cap, orgUserId: null, owner }]
    if (cap.scope === 'sponsor') return sponsorUserIds.map((orgUserId) => ({ cap, orgUserId, owner }))
    return execUserId === null ? [] : [{ cap, orgUserId: execUserId, owner }]
  })
}

const isConcerned = (owner: Sponsor | null, { sponsorUserIds }: Pick<Occasion, 'sponsorUserIds'>) =>
  owner === null || sponsorUserIds.includes(owner.mainUserId)

/** Whether a cap, as far as it names a product, counts what has these. */
const isOfProduct = ({ productId }: Cap, { productIds }: Pick<Occasion, 'productIds'>) =>
  (productId ?? null) === null || productIds.includes(productId!)

/** The caps that an engagement on an occasion counts towards: those of the platform for each sponsor and executor that it concerns, and those of these sponsors for themselves. */
export const appliedCaps = (policies: readonly OwnedCaps[], occasion: Concerned): AppliedCap[] =>
  policies
    .filter(({ owner }) => isConcerned(owner, occasion))
    .flatMap(({ owner, caps }) =>
      owner === null
        ? capsOfPlatform(caps, occasion)
        : caps
            .filter((cap) => isOfProduct(cap, occasion))
            .map((cap) => ({ cap, orgUserId: owner.mainUserId, owner })),
    )

const concerns = ({ cap, orgUserId }: AppliedCap, engagement: Engagement): boolean => {
  const { execUserId, sponsorUserIds } = engagement
  if (!isOfProduct(cap, engagement)) return false
  if (cap.scope === 'platform') return true
  return cap.scope === 'sponsor' ? sponsorUserIds.includes(orgUserId!) : execUserId === orgUserId
}

/** The same day a year before, by the calendar; the day after 28 February for a leap day. */
function yearBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() - 1)
  return date.toISOString().slice(0, 10)
}

type Measure = (engagements: readonly Engagement[], cap: Cap) => Big

const sumOf = (engagements: readonly Engagement[]): Big =>
  engagements.reduce((sum, { payable }) => sum.plus(payable), Money('0'))

const exactly: Measure = (engagements, { measure }) =>
  measure === 'count' ? Money(String(engagements.length)) : sumOf(engagements)

/** Rounded up to the next step of a cap. The cap is a whole number of steps, so nobody is above it by rounding alone. */
function inSteps(sum: Big, { limit }: Cap): Big {
  const step = Money(limit).times(CAP_STEP_SHARE)
  const rest = step.eq('0') ? step : sum.mod(step)
  return rest.eq('0') ? sum : sum.minus(rest).plus(step)
}

/**
 * As one executor may know it: the own fees to the cent, and those of each other executor in steps. Each is rounded by
 * itself, or two executors together could find the sum of a third from the fee at which a common sum passes a step.
 */
const seenBy =
  (execUserId: number | null): Measure =>
  (engagements, cap) =>
    cap.measure === 'count'
      ? exactly(engagements, cap)
      : [...Map.groupBy(engagements, (each) => each.execUserId)]
          .map(([payer, fees]) =>
            payer !== null && payer === execUserId ? sumOf(fees) : inSteps(sumOf(fees), cap),
          )
          .reduce((sum, each) => sum.plus(each), Money('0'))

/**
 * What a cap has used in the periods that contain a day: in the calendar year, or in the fullest twelve months. Of the
 * latter only those that end on an engagement can be the fullest, or the one that ends on the day itself.
 */
export const usedOf = (applied: AppliedCap, engagements: readonly Engagement[], day: string): Big =>
  useOf(applied, engagements, day, exactly)

/** The same as whoever pays on an occasion may know it. All that executors are answered rests on this, and on nothing finer. */
export const seenUseOf = (
  applied: AppliedCap,
  engagements: readonly Engagement[],
  { day, execUserId }: Pick<Occasion, 'day' | 'execUserId'>,
): Big => useOf(applied, engagements, day, seenBy(execUserId))

function useOf(applied: AppliedCap, engagements: readonly Engagement[], day: string, measured: Measure): Big {
  const counted = engagements.filter((each) => concerns(applied, each))
  if (applied.cap.period === 'calendarYear')
    return measured(
      counted.filter((each) => each.day.slice(0, 4) === day.slice(0, 4)),
      applied.cap,
    )
  const ends = [day, ...counted.map((each) => each.day)].filter((end) => end >= day && yearBefore(end) < day)
  return ends
    .map((end) =>
      measured(
        counted.filter((each) => each.day <= end && each.day > yearBefore(end)),
        applied.cap,
      ),
    )
    .reduce((most, each) => (each.gt(most) ? each : most), Money('0'))
}

/** How full a cap is, before another engagement. */
export function stateOf({ cap }: AppliedCap, used: Big): CapState {
  if (used.gte(cap.limit)) return 'blocked'
  return used.gte(Money(cap.limit).times(CAP_NEAR_SHARE)) ? 'near' : 'within'
}

const STATES: readonly CapState[] = ['within', 'near', 'blocked']
export const worstOf = (states: readonly CapState[]): CapState =>
  states.reduce((worst, state) => (STATES.indexOf(state) > STATES.indexOf(worst) ? state : worst), 'within')

const MINUTE_MS = 60_000
const momentOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)

const minutesOf = ({ start, end }: Pick<Occasion, 'start' | 'end'>): number | null =>
  start === null || end === null ? null : (momentOf(end) - momentOf(start)) / MINUTE_MS

const fits = (wanted: string | null, given: string | null) => wanted === null || isSameTitle(wanted, given)

const namedTitles = (tiers: readonly Tier[]) => tiers.flatMap(({ title }) => title ?? [])

/**
 * The highest fee by the tiers; null if no tier fits. A tier for the service type precedes one for any; of the lengths
 * the shortest that contains the meeting applies, and without a known length the longest. Of several titles and posts
 * the most favourable counts. Whom no audit has given a title gets, where every tier that fits names one, the lowest of
 * them.
 */
export function highestFee(
  tiers: readonly Tier[],
  who: Pick<Engagement, 'title' | 'post' | 'laborForm' | 'start' | 'end'>,
): string | null {
  const fitting = tiers.filter(
    ({ title, post, laborForm }) =>
      fits(title, who.title) && fits(post, who.post) && (laborForm === null || laborForm === who.laborForm),
  )
  if (who.title === null && fitting.length === 0)
    return namedTitles(tiers)
      .map((title) => highestFee(tiers, { ...who, title }))
      .reduce<string | null>(
        (least, each) => (each !== null && (least === null || Money(each).lt(least)) ? each : least),
        null,
      )
  const exact = fitting.filter(({ laborForm }) => laborForm !== null)
  const byForm = exact.length > 0 ? exact : fitting
  const minutes = minutesOf(who)
  const long = byForm.filter((tier) => tier.minutes === null || (minutes !== null && tier.minutes >= minutes))
  const candidates = long.length > 0 ? long : byForm
  const lengths = candidates.map((tier) => tier.minutes ?? Infinity)
  const length = minutes === null || long.length === 0 ? Math.max(...lengths) : Math.min(...lengths)
  return candidates
    .filter((tier) => (tier.minutes ?? Infinity) === length)
    .map(({ highest }) => highest)
    .reduce<string | null>((most, each) => (most === null || Money(each).gt(most) ? each : most), null)
}

/** The lowest of the highest fees by the tiers of all owners, and whose it is; null if no tier of any fits. */
export function strictestFee(
  policies: readonly OwnedCaps[],
  who: Parameters<typeof highestFee>[1] & Pick<Engagement, 'sponsorUserIds'>,
): { highest: string; owner: Sponsor | null } | null {
  return policies
    .filter(({ owner }) => isConcerned(owner, who))
    .flatMap(({ owner, tiers }) => {
      const highest = highestFee(tiers, who)
      return highest === null ? [] : [{ highest, owner }]
    })
    .reduce<{ highest: string; owner: Sponsor | null } | null>(
      (least, each) => (least === null || Money(each.highest).lt(least.highest) ? each : least),
      null,
    )
}

/** The strictest rule of overlaps of all owners. */
export const overlapMode = (
  policies: readonly OwnedCaps[],
  occasion: Pick<Occasion, 'sponsorUserIds'>,
): GateMode => {
  const modes = policies.filter(({ owner }) => isConcerned(owner, occasion)).map(({ overlaps }) => overlaps)
  return GATE_MODES.find((mode) => modes.includes(mode)) ?? 'off'
}

/** The engagements that overlap one in time. A meeting whose beginning or end is open overlaps none. */
export const overlapping = (one: Engagement, engagements: readonly Engagement[]): Engagement[] =>
  engagements.filter(
    ({ meetingId, start, end }) =>
      meetingId !== one.meetingId &&
      start !== null &&
      end !== null &&
      one.start !== null &&
      one.end !== null &&
      start < one.end &&
      one.start < end,
  )
