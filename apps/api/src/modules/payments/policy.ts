import type { LaborPayment } from '@consilium/contract/payments/payments.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** The payer whose records the caller sees; managers see those of all payers. */
export const ownedBy = (actor: Actor): { mainUserId?: number } =>
  reachesAll(actor) ? {} : { mainUserId: actor.mainUserId }

/** Whoever sees a payment may reverse it, while it is live. */
export const abilitiesOn = ({ isLive }: Pick<LaborPayment, 'isLive'>): LaborPayment['abilities'] => ({
  reverse: isLive,
})
