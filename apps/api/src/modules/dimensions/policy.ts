import type { Dimension } from '@consilium/contract/dimensions/dimensions.ts'
import { isOfSponsor, rulesOwnersSeen, type Actor } from '../../domain/actor.ts'

/** The sponsors whose dictionaries the caller reads, by organization; null for all. */
export const dictionariesSeen = rulesOwnersSeen

/**
 * The sponsors of whose dictionaries the caller reads what projects and meetings within its reach carry; null for all.
 * Those who run a project know it as a whole, a sponsor and a limited manager nothing of other sponsors.
 */
export const carriedSeen = (actor: Actor): readonly number[] | null =>
  isOfSponsor(actor) || actor.isLimited ? rulesOwnersSeen(actor) : null

export const isSeen = (seen: readonly number[] | null, orgId: number): boolean =>
  seen === null || seen.includes(orgId)

/** Main accounts of sponsors and managers keep dictionaries; all others of the sponsor read them. */
export const abilitiesOn = ({ roleType }: Pick<Actor, 'roleType'>): Dimension['abilities'] => {
  const keeps = roleType === 'sponsor' || roleType === 'manager' || roleType === 'admin'
  return { update: keeps, remove: keeps }
}
