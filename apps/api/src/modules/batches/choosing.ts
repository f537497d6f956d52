import {
  PAYABLE_CHECKED_MAX,
  type PayableFee,
  type PayableQuery,
  type PayableSums,
  type PayableSumsQuery,
} from '@consilium/contract/batches/batches.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Actor } from '../../domain/actor.ts'
import { NO_NEEDS } from '../bank-files/service.ts'
import type { DueSum } from '../payments/service.ts'
import { sumOf, without } from './amounts.ts'
import { createMeetingFacts, reasonsOf } from './checking.ts'
import { ownedBy } from './policy.ts'
import type { Scope } from './scope.ts'

/** Fees that are checked by one round of queries. */
const CHECKED_AT_ONCE = 500

interface Checked {
  payable: DueSum[]
  unpayable: DueSum[]
  isComplete: boolean
}

type DueQuery = Parameters<Scope['payments']['oldestDue']>[1]

/** Divides the oldest due fees into what a batch can pay and what it cannot. */
export async function checkDue(
  scope: Scope,
  owner: { mainUserId?: number },
  query: DueQuery,
  attendeeIds?: readonly number[],
): Promise<Checked> {
  const choice = { max: PAYABLE_CHECKED_MAX + 1, ...(attendeeIds ? { attendeeIds } : {}) }
  const found = await scope.payments.oldestDue(owner, query, choice)
  const checked = found.slice(0, PAYABLE_CHECKED_MAX)
  const asked = { meetings: createMeetingFacts(scope), needs: NO_NEEDS }
  const divided: Checked = { payable: [], unpayable: [], isComplete: found.length <= PAYABLE_CHECKED_MAX }
  for (let at = 0; at < checked.length; at += CHECKED_AT_ONCE) {
    const chunk = checked.slice(at, at + CHECKED_AT_ONCE)
    const ids = chunk.map(({ attendeeId }) => attendeeId)
    const reasons = await reasonsOf(scope, ids, asked)
    // A fee that is gone meanwhile has no reasons and is neither.
    for (const fee of chunk) {
      const why = reasons.get(fee.attendeeId)
      if (why) divided[why.length === 0 ? 'payable' : 'unpayable'].push(fee)
    }
  }
  return divided
}

/** The fees that are due, each with every reason why a batch cannot pay it. */
export async function listPayable(
  scope: Scope,
  actor: Actor,
  { isPayable, ...query }: PayableQuery,
): Promise<Page<PayableFee>> {
  const checked = isPayable === undefined ? null : await checkDue(scope, ownedBy(actor), query)
  const chosen = checked?.[isPayable ? 'payable' : 'unpayable'].map(({ attendeeId }) => attendeeId)
  const page = await scope.payments.pageOfDue(actor, query, chosen ? { attendeeIds: chosen } : {})
  const ids = page.rows.map(({ attendeeId }) => attendeeId)
  const reasons = await reasonsOf(scope, ids, { meetings: createMeetingFacts(scope), needs: NO_NEEDS })
  return {
    ...page,
    rows: page.rows.map((row) => ({ ...row, reasons: reasons.get(row.attendeeId) ?? [] })),
  }
}

/** What everything payable comes to. */
export async function sumPayable(scope: Scope, actor: Actor, query: PayableSumsQuery): Promise<PayableSums> {
  const { payable, unpayable, isComplete } = await checkDue(scope, ownedBy(actor), query)
  const payableAmount = sumOf(payable.map((fee) => fee.payableAmount))
  const netAmount = sumOf(payable.map((fee) => fee.netAmount))
  return {
    payable: payable.length,
    unpayable: unpayable.length,
    isComplete,
    payableAmount,
    taxAmount: without(payableAmount, netAmount),
    netAmount,
  }
}
