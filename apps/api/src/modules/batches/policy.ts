import { BANK_FILE_READERS, BATCH_MAKERS } from '@consilium/contract/batches/batch-access.ts'
import type { PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { allows } from '@consilium/contract/route.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** The payer whose batches the caller sees; managers see those of all payers. */
export const ownedBy = (actor: Actor): { mainUserId?: number } =>
  reachesAll(actor) ? {} : { mainUserId: actor.mainUserId }

type Standing = Pick<PaymentBatch, 'state' | 'work'> & { lockedBy: number | null }

/** What the caller may do with a batch as it stands. Whoever locked it does not release it. */
export function abilitiesOn(actor: Actor, { state, work, lockedBy }: Standing): PaymentBatch['abilities'] {
  const maker = allows(BATCH_MAKERS, actor)
  const idle = maker && work === null
  const isSent = state === 'exported' || state === 'settled'
  return {
    change: idle && state === 'draft',
    lock: idle && (state === 'draft' || state === 'locked'),
    release: idle && state === 'locked' && lockedBy !== actor.userId,
    cancel: idle && (state === 'draft' || state === 'locked'),
    download: isSent && allows(BANK_FILE_READERS, actor),
    settle: idle && isSent,
  }
}
