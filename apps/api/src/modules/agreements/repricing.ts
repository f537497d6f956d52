import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { computeFee, Money, type Fee, type FeeConditions } from '../fees/service.ts'
import { propose, recomputeAmendments } from './amending.ts'
import * as history from './signing/history-repository.ts'
import { isSigned } from './policy.ts'
import { markReady } from './signing/readiness.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export interface AgreementChange extends FeeConditions {
  payable?: string | undefined
  bankRegion?: string | null | undefined
  /** Minutes of attendance that the fee is for; null for none. */
  feeMinutes?: number | null | undefined
  /** Another value printed in the contract has changed. */
  isReworded?: boolean
  /** Why the fee of a signed agreement changes. */
  reason?: string | null | undefined
  /** The user who makes the change. */
  userId: number
}

const isSameFee = (fee: Fee, state: repository.AgreementState) =>
  fee.payableAmount === state.payableAmount &&
  fee.netAmount === state.netAmount &&
  fee.feeRuleVersion === state.feeRuleVersion &&
  Money(fee.surchargeRate).eq(state.surchargeRate)

/**
 * Changes fee or bank region; undefined fields are left unchanged. A change discards the contract drawn up before.
 * Another fee of a signed agreement is an amendment (`amending.ts`). Throws AGREEMENT_SIGNED if anything else of it
 * would change, and AGREEMENT_PAID
 * if fee or service type of a paid fee would change.
 */
export async function changeTerms(
  scope: Scope,
  trx: Db,
  attendeeId: number,
  {
    payable,
    bankRegion,
    feeMinutes,
    isReworded = false,
    reason = null,
    userId,
    ...conditions
  }: AgreementChange,
): Promise<void> {
  const [state] = await repository.lockStates(trx, [attendeeId])
  if (!state) throw new Refusal('NOT_FOUND')
  const isMoved = bankRegion !== undefined && bankRegion !== state.bankRegion
  const isRepriced = payable !== undefined && !Money(payable).eq(state.payableAmount)
  const isRetimed = feeMinutes !== undefined && feeMinutes !== state.feeMinutes
  if (state.isPaid) {
    if (isRepriced || isReworded || isRetimed) throw new Refusal('AGREEMENT_PAID')
    if (!isMoved) return
  }
  if (isSigned(state)) {
    if (isMoved || isReworded) throw new Refusal('AGREEMENT_SIGNED')
    if (payable !== undefined || feeMinutes !== undefined)
      await propose(scope, trx, state, { payable, feeMinutes, reason, userId, ...conditions })
    return
  }
  const fee =
    payable === undefined ? undefined : computeFee({ ...conditions, payable, residence: state.taxResidence })
  if ((fee && !isSameFee(fee, state)) || isMoved || isReworded || isRetimed)
    await repository.changeTerms(trx, attendeeId, { fee, bankRegion, feeMinutes })
  // A fee of zero kept the expert from filling in the agreement until now.
  if (fee && Money(state.payableAmount).eq('0')) await markReady(scope, trx, userId, [attendeeId])
}

/**
 * Recomputes the fees of unsigned agreements and of waiting amendments under new conditions; a fee of zero stays zero. Discards contracts that
 * were drawn up, because the meeting data printed in them has changed.
 */
export async function recompute(
  trx: Db,
  attendeeIds: readonly number[],
  conditions: FeeConditions,
): Promise<void> {
  if (attendeeIds.length === 0) return
  const states = await repository.lockStates(trx, attendeeIds)
  for (const state of states.filter((each) => !isSigned(each) && !each.isPaid)) {
    const { attendeeId, payableAmount: payable, taxResidence: residence } = state
    const fee = Money(payable).eq('0') ? undefined : computeFee({ ...conditions, payable, residence })
    if ((fee && !isSameFee(fee, state)) || state.isDrawnUp)
      await repository.changeTerms(trx, attendeeId, { fee })
  }
  await recomputeAmendments(trx, states, conditions)
}

/** Throws AGREEMENT_PAID or AGREEMENT_SIGNED if an attendee was ever paid or has ever signed. Locks the agreements so that none is signed meanwhile. */
export async function requireNeverSigned(trx: Db, attendeeIds: readonly number[]): Promise<void> {
  if (attendeeIds.length === 0) return
  const states = await repository.lockStates(trx, attendeeIds)
  if (states.some(({ wasPaid }) => wasPaid)) throw new Refusal('AGREEMENT_PAID')
  if (states.some(isSigned) || (await history.haveHistory(trx, attendeeIds)))
    throw new Refusal('AGREEMENT_SIGNED')
}

/**
 * Sets aside the agreement of an expert who declines: none may have been signed, and the new version makes a signing
 * that is under way find its contract outdated.
 */
export async function setAside(trx: Db, attendeeId: number): Promise<void> {
  await requireNeverSigned(trx, [attendeeId])
  await repository.changeTerms(trx, attendeeId, {})
}
