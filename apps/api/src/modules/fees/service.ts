import type { Language } from '@consilium/contract/errors.ts'
import type { TaxResidence } from '@consilium/contract/persons/identity.ts'
import type { FeeCalculation, FeeQuestion } from '@consilium/contract/fees/labor-fees.ts'
import { DEFAULT_TAX_TERMS } from '@consilium/contract/organizations/tax-settings.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { requireMeeting, type MeetingFacts } from '../meetings/service.ts'
import type { Organizations } from '../organizations/service.ts'
import { calculateFee, type FeeConditions } from './calculation.ts'
import { paysItself } from './policy.ts'
import { ownRateOn } from './payer-rate.ts'

export {
  computeFee,
  estimateTermsOf,
  explanationOf,
  feeUnder,
  surchargeOn,
  type FeeBasis,
  type FeeConditions,
} from './calculation.ts'
export { inCapitals } from './capitals.ts'
export { explainFee } from './fee-explanation.ts'
export { vatThresholds, type Fee } from './fees.ts'
export { Money } from './money.ts'
export {
  incomeShares,
  settlementKey,
  surchargeShares,
  treatyReliefs,
  vatKey,
  type LaborPayment,
} from './assessment.ts'
export { covers, vatRateOn, type Dated } from './fee-rules.ts'
export { rateOn } from './payer-rate.ts'
export {
  balanceOf,
  livePayments,
  payableForNet,
  settlePayment,
  settleReversal,
  surchargesOf,
  type Balance,
  type LedgerEntry,
  type WithheldAmounts,
} from './settlement.ts'

const DAY = 'yyyy-MM-dd'.length

type Payment = Pick<MeetingFacts, 'scheduleStartTime' | 'execUserId'>

/** A fee is paid on the day of the meeting, or today if that day is past or unknown. */
export function paymentDayOf(scheduleStartTime: string | null, today: string): string {
  const day = scheduleStartTime?.slice(0, DAY) ?? today
  return day > today ? day : today
}

/** The conditions under which a meeting's fees are computed, and the fee calculator. */
export function createFees(
  { db, clock }: Context,
  { organizations }: { organizations: Pick<Organizations, 'payerOn'> },
) {
  const paymentDay = (scheduleStartTime: string | null): string =>
    paymentDayOf(scheduleStartTime, clock.today())

  /** The surcharge rate and the VAT basis of the executor that pays, on the given day or that of payment. */
  async function conditionsOf(
    within: Db,
    { scheduleStartTime, execUserId }: Payment,
    date = paymentDay(scheduleStartTime),
  ): Promise<FeeConditions> {
    const payer =
      execUserId === null ? null : await organizations.payerOn(within, { mainUserId: execUserId }, date)
    const vatBasis = payer?.vatBasis ?? DEFAULT_TAX_TERMS.vatBasis
    return { date, surchargeRate: payer && ownRateOn(payer, date), vatBasis }
  }

  /** The payment of the given meeting, or without a meeting, a payment today by the caller's own organization. */
  async function paymentIn(actor: Actor, meetingId: number | undefined): Promise<Payment> {
    if (meetingId !== undefined) return requireMeeting(db, actor, meetingId)
    return { scheduleStartTime: null, execUserId: paysItself(actor) ? actor.mainUserId : null }
  }

  return {
    /** The day of payment, and the surcharge rate and VAT basis of the executor that pays. */
    conditionsOf: (within: Db, payment: Payment): Promise<FeeConditions> => conditionsOf(within, payment),

    /**
     * As `conditionsOf`, for one fee. A fee of zero is zero under any rules and takes those of today, so that experts
     * can be invited to a meeting after the last day that has rules.
     */
    conditionsFor: (within: Db, meeting: Payment, laborFee: string): Promise<FeeConditions> =>
      conditionsOf(within, meeting, Number(laborFee) === 0 ? clock.today() : undefined),

    paymentDay,
    paymentIn,

    /** The fee taken by itself, with the table of a residence. */
    async calculate(
      actor: Actor,
      question: FeeQuestion,
      residence: TaxResidence,
      language: Language,
    ): Promise<Omit<FeeCalculation, 'month'>> {
      const { payableAmount, netAmount = '0.00', meetingId } = question
      const conditions = await conditionsOf(db, await paymentIn(actor, meetingId), question.date)
      const amount = payableAmount === undefined ? { net: netAmount } : { payable: payableAmount }
      return calculateFee({ ...conditions, ...amount, residence }, language)
    },
  }
}

export type Fees = ReturnType<typeof createFees>
