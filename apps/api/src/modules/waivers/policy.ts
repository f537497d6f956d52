import { allows } from '@consilium/contract/route.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** The key of an overlap names the other meeting, which may be of anybody. */
const OVERLAP = /^overlap:\d+:/

/** What a check found open, as the caller may know it: another meeting by its place in the list only. */
export const shownTo = (actor: Actor, found: readonly Evidence[]): Evidence[] =>
  reachesAll(actor)
    ? [...found]
    : found.map(({ key, ...each }, place) => ({
        ...each,
        key: key.replace(OVERLAP, (own) => `${own}#`).replace(/#\d+$/, `#${place + 1}`),
      }))

/** Whether the caller approves waivers of others. */
export const mayApprove = (actor: Pick<Actor, 'roleType' | 'orgType'>): boolean =>
  allows(gateRoutes.decideWaiver.access, actor)
