import type { Organization } from '@consilium/contract/organizations/organizations.ts'
import type { Actor } from '../../domain/actor.ts'
import { abilitiesOn } from './policy.ts'
import type { OrganizationRow } from './repository.ts'

/** An organization with what the caller may do with it. */
export const viewOf = (actor: Actor | null, row: OrganizationRow): Organization => ({
  ...row,
  abilities: abilitiesOn(actor, row),
})
