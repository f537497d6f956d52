import {
  CAP_NEAR_SHARE,
  NEAR_MAX,
  type StoredCap,
  type CapStateQuery,
  type ExpertCapState,
  type NearCap,
} from '@consilium/contract/caps/caps.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { refuseField } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import { requireMeeting } from '../meetings/service.ts'
import { hashStale } from './identity.ts'
import { capsOn, type OwnedCaps } from './policy-repository.ts'
import * as repository from './repository.ts'
import type { Occasion } from './repository.ts'
import type { Scope } from './scope.ts'
import { appliedCaps, seenUseOf, stateOf, usedOf, worstOf, type AppliedCap } from './usage.ts'
import { organizationsOf } from '../organizations/service.ts'
import { expertOf } from '../experts/service.ts'
import { productsOfProject } from '../dimensions/service.ts'
import { sponsorsOfProject } from '../projects/service.ts'

/** The occasion that a question is about. A meeting out of reach is not found. */
async function occasionOf(
  { db, clock }: Scope,
  actor: Actor,
  { meetingId, projectId, productIds: given }: CapStateQuery,
): Promise<Occasion> {
  const today = clock.today()
  if (meetingId !== undefined) {
    await requireMeeting(db, actor, meetingId)
    const occasion = await repository.occasionAt(db, meetingId, today)
    if (!occasion) throw refuseField('NOT_FOUND', 'meetingId')
    return occasion
  }
  const sponsorUserIds = projectId === undefined ? [] : await sponsorsOfProject(db, projectId)
  const productIds = given ?? (projectId === undefined ? [] : await productsOfProject(db, projectId))
  return { execUserId: actor.mainUserId, sponsorUserIds, productIds, day: today, start: null, end: null }
}

/** Whether experts are within their caps for a meeting, without a figure. */
export async function statesFor(scope: Scope, actor: Actor, query: CapStateQuery): Promise<ExpertCapState[]> {
  const { db, clock, keys } = scope
  const occasion = await occasionOf(scope, actor, query)
  await hashStale(keys, db)
  const policies = await capsOn(db, clock.today(), { sponsorUserIds: occasion.sponsorUserIds })
  const applied = appliedCaps(policies, occasion)
  // The same answer for a phone that nobody has, so that it does not tell who is an expert.
  const byPhone =
    query.phone === undefined ? undefined : (await expertOf(db, { phone: query.phone }))?.expertId
  const asked = [...new Set(query.expertIds)]
  const all =
    applied.length === 0
      ? new Map<number, repository.Engagement[]>()
      : await repository.engagementsOf(
          db,
          [...asked, ...(byPhone === undefined ? [] : [byPhone])],
          clock.wire(),
        )
  const stateFor = (expertId: number | undefined) => {
    const own = expertId === undefined ? [] : (all.get(expertId) ?? [])
    const others = own.filter((each) => each.meetingId !== query.meetingId)
    return worstOf(applied.map((each) => stateOf(each, seenUseOf(each, others, occasion))))
  }
  const states: ExpertCapState[] = asked.map((expertId) => ({ expertId, state: stateFor(expertId) }))
  if (query.phone !== undefined) states.push({ expertId: null, state: stateFor(byPhone) })
  return states
}

/** The least use of any cap that counts as near it; null without caps of that measure. */
function leastNear(caps: readonly StoredCap[], measure: 'amount' | 'count'): string | null {
  const limits = caps
    .filter((cap) => cap.measure === measure)
    .map(({ limit }) => Money(limit).times(CAP_NEAR_SHARE))
  return limits.reduce<string | null>(
    (least, each) => (least === null || each.lt(least) ? each.toFixed(2) : least),
    null,
  )
}

/** Every cap, for each organization that one of the engagements concerns. */
function allCaps(
  policies: readonly OwnedCaps[],
  engagements: readonly repository.Engagement[],
): AppliedCap[] {
  const caps = policies.flatMap((policy) => policy.caps)
  const applied = engagements.flatMap((each) => appliedCaps(policies, each))
  const byName = new Map(applied.map((each) => [`${caps.indexOf(each.cap)} ${each.orgUserId}`, each]))
  return [...byName.values()]
}

/** Main accounts of the sponsors whose figures the caller reads. */
const sponsorsOf = ({ portfolio, mainUserId }: Actor): readonly number[] =>
  portfolio?.mainUserIds ?? [mainUserId]

/** What the caller may know: all, or the caps that count for the own projects only, whoever set them. */
const isOwn = (actor: Actor) => (applied: AppliedCap) =>
  reachesAll(actor) ||
  (applied.cap.scope === 'sponsor' &&
    applied.orgUserId !== null &&
    sponsorsOf(actor).includes(applied.orgUserId))

/** Experts who are near a cap or at it, by the periods that contain today. */
export async function nearCaps({ db, clock, keys }: Scope, actor: Actor): Promise<NearCap[]> {
  const today = clock.today()
  const sponsorUserIds = reachesAll(actor) ? null : sponsorsOf(actor)
  const policies = await capsOn(db, today, sponsorUserIds === null ? 'all' : { sponsorUserIds })
  const caps = policies.flatMap((policy) => policy.caps)
  if (caps.length === 0) return []
  await hashStale(keys, db)
  const count = leastNear(caps, 'count')
  const least = { amount: leastNear(caps, 'amount'), count: count === null ? null : Math.ceil(Number(count)) }
  const near: (Omit<NearCap, 'orgName' | 'productName'> & {
    orgUserId: number | null
    productId: number | null
  })[] = []
  const busy = { least, sponsorUserIds, max: NEAR_MAX }
  const expertIds = await repository.busyPersons(db, clock.wire(), busy)
  const all = await repository.engagementsOf(db, expertIds, clock.wire())
  for (const expertId of expertIds) {
    const engagements = all.get(expertId) ?? []
    const person = await repository.personOf(db, expertId)
    if (!person) continue
    for (const applied of allCaps(policies, engagements).filter(isOwn(actor))) {
      const used = usedOf(applied, engagements, today)
      const state = stateOf(applied, used)
      const { cap, orgUserId } = applied
      const shown = cap.measure === 'count' ? used.toFixed(0) : used.toFixed(2)
      if (state !== 'within')
        near.push({
          ...cap,
          productId: cap.productId ?? null,
          expertId,
          name: person.name,
          unit: person.unit,
          used: shown,
          state,
          orgUserId,
        })
    }
  }
  const organizations = await organizationsOf(db, {
    mainUserIds: near.flatMap(({ orgUserId }) => orgUserId ?? []),
  })
  const names = new Map(organizations.map(({ mainUserId, orgName }) => [mainUserId, orgName]))
  const products = await repository.productNames(
    db,
    near.flatMap(({ productId }) => productId ?? []),
  )
  return near.slice(0, NEAR_MAX).map(({ orgUserId, productId, ...each }) => ({
    ...each,
    productName: productId === null ? null : (products.get(productId) ?? null),
    orgName: orgUserId === null ? null : (names.get(orgUserId) ?? null),
  }))
}
