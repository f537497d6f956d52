import type { Organization } from '@consilium/contract/organizations/organizations.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** Narrows a query to the caller's own organization; managers see all. */
export const ownedBy = (actor: Actor): { mainUserId?: number } =>
  reachesAll(actor) ? {} : { mainUserId: actor.mainUserId }

/** The surcharge rate affects what experts are paid, so an organization may not set its own. */
export const maySetSurchargeRate = reachesAll

/** Abilities on an organization; a visitor who has just registered it has none. */
export function abilitiesOn(
  actor: Actor | null,
  organization: Pick<Organization, 'mainUserId' | 'archivedTime'>,
): Organization['abilities'] {
  const all = actor !== null && reachesAll(actor)
  return {
    update: all || actor?.userId === organization.mainUserId,
    changeStatus: all && organization.archivedTime === null,
    archive: all,
    remove: all,
  }
}
