import type { RuleOwner } from '@consilium/contract/gates/rule-owners.ts'
import { isOfSponsor, knowsSponsor, type Actor } from './actor.ts'

/** Whose rules hold; null for the platform. */
export interface Sponsor {
  orgId: number
  orgName: string
  mainUserId: number
}

/** The owner of a row that was joined with its organization. */
export const sponsorOf = (row: {
  ownerOrgId: number | null
  ownerName: string | null
  ownerUserId: number | null
}): Sponsor | null =>
  row.ownerOrgId === null || row.ownerName === null || row.ownerUserId === null
    ? null
    : { orgId: row.ownerOrgId, orgName: row.ownerName, mainUserId: row.ownerUserId }

/** Who an owner is to the caller: that it is a sponsor, and which one only to that sponsor and to managers. */
export function ownerView(actor: Actor, owner: Sponsor | null): RuleOwner {
  if (owner === null) return { kind: 'platform', orgId: null, orgName: null }
  const knows = knowsSponsor(actor, owner)
  return { kind: 'sponsor', orgId: knows ? owner.orgId : null, orgName: knows ? owner.orgName : null }
}

/** The organization for which the caller writes rules; null for the platform. */
export const ownerOf = (actor: Actor): number | null => (isOfSponsor(actor) ? actor.orgId : null)
