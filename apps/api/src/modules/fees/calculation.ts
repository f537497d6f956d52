import type { Language } from '@consilium/contract/errors.ts'
import type { FeeCalculation, FeeExplanation } from '@consilium/contract/labor-fees.ts'
import { explainFee, noticeOf, sourcesOf } from './fee-explanation.ts'
import { grossOf } from './fee-inverse.ts'
import { feeOf, Money, type Fee } from './fees.ts'

export interface FeeBasis {
  /** Agreed labor fee in yuan. */
  payable: string
  /** Day of payment, `yyyy-MM-dd`, whose tax rules apply. */
  date: string
  /** The paying organization's own rate; null: the rules' usual one. */
  surchargeRate: string | null
}

export type FeeConditions = Omit<FeeBasis, 'payable'>
type FeeToCalculate = FeeConditions & ({ payable: string } | { net: string })

/** @throws Refusal FEE_RULE_MISSING where no tax rules cover the day */
export const computeFee = ({ payable, date, surchargeRate }: FeeBasis): Fee =>
  feeOf({ payable, date, surchargeRate: surchargeRate ?? undefined })

/** By the rules that the fee was computed with, whatever holds today. */
export const explanationOf = (fee: Fee, language: Language): Omit<FeeExplanation, 'attendeeId'> => ({
  feeRuleVersion: fee.feeRuleVersion,
  lines: explainFee(fee, language),
  sources: sourcesOf(fee, language),
  notice: noticeOf(fee, language),
})

/**
 * All parts of a fee, explained, from what is payable or from what is to remain.
 * @throws Refusal FEE_RULE_MISSING and FEE_NET_UNREACHABLE
 */
export function calculateFee({ date, ...question }: FeeToCalculate, language: Language): FeeCalculation {
  const surchargeRate = question.surchargeRate ?? undefined
  const fee =
    'net' in question
      ? grossOf({ net: question.net, date, surchargeRate })
      : feeOf({ payable: question.payable, date, surchargeRate })
  const rate = Money(fee.surchargeRate).toFixed()
  return { ...fee, surchargeRate: rate, date, ...explanationOf(fee, language) }
}
