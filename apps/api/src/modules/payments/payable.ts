import type { Language } from '@consilium/contract/errors.ts'
import { PAYMENT_OBSTACLE_LABELS } from '@consilium/contract/payments.ts'
import type { PaymentObstacle } from '@consilium/contract/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { payabilityOf } from '../agreements/service.ts'

const BETWEEN = { 'zh-CN': '；', en: '; ' } as const

const inWords = (obstacles: readonly PaymentObstacle[], language: Language) =>
  obstacles.map((obstacle) => PAYMENT_OBSTACLE_LABELS[obstacle][language]).join(BETWEEN[language])

/** Why each of the attendees cannot be paid yet; empty for those who can. */
export async function obstaclesOf(
  within: Db,
  attendeeIds: readonly number[],
): Promise<ReadonlyMap<number, PaymentObstacle[]>> {
  const all = await payabilityOf(within, attendeeIds)
  return new Map(all.map(({ attendeeId, obstacles }) => [attendeeId, obstacles]))
}

/**
 * Throws PAYMENT_NOT_PAYABLE with every reason unless the agreement may be paid as it stands, and keeps it so until the
 * transaction ends.
 */
export async function requirePayable(trx: Db, attendeeId: number): Promise<void> {
  const [payability] = await payabilityOf(trx, [attendeeId], { lock: true })
  if (!payability || payability.isPayable) return
  const { obstacles } = payability
  throw new Refusal('PAYMENT_NOT_PAYABLE', {
    params: { reasons: { 'zh-CN': inWords(obstacles, 'zh-CN'), en: inWords(obstacles, 'en') } },
    details: obstacles.map((obstacle) => ({
      field: 'attendeeId',
      words: PAYMENT_OBSTACLE_LABELS[obstacle],
    })),
  })
}
