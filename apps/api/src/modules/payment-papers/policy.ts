import { BATCH_MAKERS } from '@consilium/contract/batches/batch-access.ts'
import type { PaymentPaper } from '@consilium/contract/payments/payment-papers.ts'
import { allows } from '@consilium/contract/route.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** The payer whose payments the caller sees; managers see those of all payers. */
export const ownedBy = (actor: Actor): { mainUserId?: number } =>
  reachesAll(actor) ? {} : { mainUserId: actor.mainUserId }

/** People of the payer add an invoice to a payment without one, and take one away. */
export function abilitiesOn(
  actor: Actor,
  { invoice }: Pick<PaymentPaper, 'invoice'>,
): PaymentPaper['abilities'] {
  const isMaker = allows(BATCH_MAKERS, actor)
  return { attach: isMaker && invoice === null, detach: isMaker && invoice !== null }
}
