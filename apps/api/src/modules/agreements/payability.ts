import type { PaymentObstacle } from '@consilium/contract/signing/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { paymentRows, type PaymentRow } from './payability-repository.ts'
import * as repository from './repository.ts'

export interface Payability {
  attendeeId: number
  isPayable: boolean
  /** Why nothing may be paid on this agreement, most basic first. */
  obstacles: PaymentObstacle[]
}

const OBSTACLES: readonly [PaymentObstacle, (row: PaymentRow) => boolean][] = [
  ['unsigned', ({ isSigned }) => !isSigned],
  ['unsealed', ({ isUnsealed }) => isUnsealed],
  ['amendmentPending', ({ isAmended }) => isAmended],
  ['consentWithdrawn', ({ hasConsent }) => !hasConsent],
]

/**
 * Whether the agreements may be paid as they stand. With `lock` the agreements stay as they are until the transaction
 * ends, so that no amendment is proposed meanwhile.
 */
export async function payabilityOf(
  within: Db,
  attendeeIds: readonly number[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Payability[]> {
  if (attendeeIds.length === 0) return []
  if (lock) await repository.lockStates(within, attendeeIds)
  const rows = await paymentRows(within, attendeeIds)
  return rows.map((row) => {
    const obstacles = OBSTACLES.filter(([, stands]) => stands(row)).map(([obstacle]) => obstacle)
    return { attendeeId: row.attendeeId, isPayable: obstacles.length === 0, obstacles }
  })
}
