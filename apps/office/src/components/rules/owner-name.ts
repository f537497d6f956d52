import { RULE_OWNER_LABELS, type RuleOwner } from '@consilium/contract/gates/rule-owners.ts'
import { useLabel } from '../../lib/format.ts'

/** As a sentence begins; the words stand within sentences, too. */
export const asBeginning = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Whose rules these are, as far as the reader may know it. */
export function useOwnerName(): (owner: RuleOwner) => string {
  const label = useLabel(RULE_OWNER_LABELS)
  return ({ kind, orgName }) => orgName ?? asBeginning(label(kind))
}

/** The version in force of the reader's own organization; for staff that of the platform. */
export const ownInForce = <T extends { owner: RuleOwner; isInForce: boolean }>(
  versions: readonly T[],
  orgId: number | null,
): T | undefined => versions.find(({ owner, isInForce }) => isInForce && owner.orgId === orgId)
