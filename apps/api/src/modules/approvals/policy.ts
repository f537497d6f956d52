import type { ApprovalDetail } from '@consilium/contract/approvals/approvals.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

interface Standing {
  askedBy: number | null
  isPending: boolean
  isSentBack: boolean
  /** For how many the caller decides the open step. */
  seats: number
  /** The caller decided a step, was added or was asked before. */
  tookPart: boolean
  /** The organizations whose policies ask for it. */
  ownerOrgIds: readonly (number | null)[]
}

/**
 * Who reads a request: whoever asked, decides or has decided it, managers, and the organizations whose rules ask for it; beside them
 * whoever was asked to decide it.
 */
export const mayRead = (actor: Actor, { askedBy, seats, tookPart, ownerOrgIds }: Standing): boolean =>
  // What a limited manager may not know is not found before.
  reachesAll(actor) ||
  actor.isLimited ||
  askedBy === actor.userId ||
  seats > 0 ||
  tookPart ||
  (['sponsor', 'compliance', 'executor'].includes(actor.roleType) &&
    actor.orgId !== null &&
    ownerOrgIds.includes(actor.orgId))

/**
 * Whether those whom a step asks are named to a reader of the record: people of a sponsor or an executor only to their own
 * organization and to managers, since another sponsor of the project learns nothing of them.
 */
export const mayKnowNames = (
  actor: Pick<Actor, 'roleType' | 'orgId'>,
  { ownerOrgId }: { ownerOrgId: number | null },
): boolean =>
  ownerOrgId === null ||
  actor.orgId === ownerOrgId ||
  actor.roleType === 'admin' ||
  actor.roleType === 'manager' ||
  actor.roleType === 'leader'

export function abilitiesOn(actor: Actor, standing: Standing): ApprovalDetail['abilities'] {
  const { askedBy, isPending, isSentBack, seats } = standing
  const decides = isPending && !isSentBack && seats > 0
  const isAsker = askedBy === actor.userId && isPending
  return {
    decide: decides,
    // Without an asker nobody could answer; such a request is rejected.
    sendBack: decides && askedBy !== null,
    withdraw: isAsker,
    answer: isAsker && isSentBack,
    transfer: decides,
    addSigner: decides,
  }
}
