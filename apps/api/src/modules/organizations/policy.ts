import type { Organization } from '@consilium/contract/organizations.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** Narrows a query of organizations to the caller's own; managers see all. */
export const ownedBy = (actor: Actor): { mainUserId?: number } =>
  reachesAll(actor) ? {} : { mainUserId: actor.mainUserId }

/** A rate of surcharges decides what experts are paid: it is not for the organization itself to set. */
export const maySetSurchargeRate = reachesAll

/** A visitor who registers is nobody yet. */
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
