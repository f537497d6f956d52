import type { Organization } from '@consilium/contract/organizations/organizations.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** Which organizations a query finds: those with these main accounts, or all. */
export interface OrganizationScope {
  mainUserIds?: readonly number[]
}

/** The caller's own organization, the sponsors of a manager's portfolio, or all. */
export const ownedBy = (actor: Actor): OrganizationScope =>
  reachesAll(actor) ? {} : { mainUserIds: actor.portfolio?.mainUserIds ?? [actor.mainUserId] }

/** The surcharge rate affects what experts are paid, so an organization may not set its own. */
export const maySetSurchargeRate = reachesAll

/** Abilities on an organization; a visitor who has just registered it has none. */
export function abilitiesOn(
  actor: Actor | null,
  organization: Pick<Organization, 'mainUserId' | 'archivedTime'>,
): Organization['abilities'] {
  const all = actor !== null && reachesAll(actor)
  return {
    update:
      all ||
      actor?.userId === organization.mainUserId ||
      (actor?.portfolio?.mainUserIds.includes(organization.mainUserId) ?? false),
    changeStatus: all && organization.archivedTime === null,
    archive: all,
    remove: all,
  }
}
