import type { Language } from '@consilium/contract/errors.ts'
import { PAYMENT_OBSTACLE_LABELS } from '@consilium/contract/payments/payments.ts'
import type { PaymentObstacle } from '@consilium/contract/signing/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { payabilityOf } from '../agreements/service.ts'
import type { Scope } from './scope.ts'

const BETWEEN = { 'zh-CN': '；', en: '; ' } as const

const inWords = (obstacles: readonly PaymentObstacle[], language: Language) =>
  obstacles.map((obstacle) => PAYMENT_OBSTACLE_LABELS[obstacle][language]).join(BETWEEN[language])

/**
 * Why each of the attendees cannot be paid yet; empty for those who can. With `lock` the agreements stay as they are until the
 * transaction ends.
 */
export async function obstaclesOf(
  { gates }: Pick<Scope, 'gates'>,
  within: Db,
  attendeeIds: readonly number[],
  options: { lock?: boolean } = {},
): Promise<ReadonlyMap<number, PaymentObstacle[]>> {
  const all = await payabilityOf(within, attendeeIds, options)
  const ofAttendance = await gates.attendanceObstacles(within, attendeeIds)
  return new Map(
    all.map(({ attendeeId, obstacles }) => [
      attendeeId,
      [...obstacles, ...(ofAttendance.get(attendeeId) ?? [])],
    ]),
  )
}

/**
 * Throws PAYMENT_NOT_PAYABLE with every reason, or ATTENDANCE_SHORT if that is the only one, unless the agreement may be paid
 * as it stands, and keeps it so until the transaction ends.
 */
export async function requirePayable(
  scope: Pick<Scope, 'gates'>,
  trx: Db,
  attendeeId: number,
): Promise<void> {
  const obstacles = (await obstaclesOf(scope, trx, [attendeeId], { lock: true })).get(attendeeId) ?? []
  if (obstacles.length === 0) return
  if (obstacles.every((obstacle) => obstacle === 'attendanceShort'))
    throw refuseField('ATTENDANCE_SHORT', 'attendeeId')
  throw new Refusal('PAYMENT_NOT_PAYABLE', {
    params: { reasons: { 'zh-CN': inWords(obstacles, 'zh-CN'), en: inWords(obstacles, 'en') } },
    details: obstacles.map((obstacle) => ({
      field: 'attendeeId',
      words: PAYMENT_OBSTACLE_LABELS[obstacle],
    })),
  })
}
