import { knowsSponsor, reachesAll, type Actor } from './actor.ts'
import { missingFields, Refusal } from '../infra/refusal.ts'

/** The organization for which the caller writes: its own, or the one that a manager names. */
export function orgActedFor(actor: Actor, named: number | undefined): number {
  if (reachesAll(actor)) {
    if (named === undefined) throw missingFields('orgId')
    return named
  }
  if (actor.isLimited) {
    if (named === undefined) throw missingFields('orgId')
    if (!knowsSponsor(actor, { orgId: named })) throw new Refusal('NOT_FOUND')
    return named
  }
  if (actor.orgId === null || (named !== undefined && named !== actor.orgId)) throw new Refusal('NOT_FOUND')
  return actor.orgId
}
