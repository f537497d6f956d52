import type { Language } from '@consilium/contract/errors.ts'
import type { TaxResidence } from '@consilium/contract/identity.ts'
import type { FeeCalculation, FeeExplanation } from '@consilium/contract/labor-fees.ts'
import { explainFee, noticeOf, sourcesOf } from './fee-explanation.ts'
import { grossOf } from './fee-inverse.ts'
import { residenceOfVersion } from './fee-rules.ts'
import { feeOf, type Fee } from './fees.ts'
import { Money } from './money.ts'

export interface FeeBasis {
  /** Agreed labor fee in yuan. */
  payable: string
  /** Day of payment (`yyyy-MM-dd`). The tax rules of this day apply. */
  date: string
  /** The paying organization's own rate, or null for the standard rate of the rules. */
  surchargeRate: string | null
  /** Residents and others have tables of their own. */
  residence: TaxResidence
}

/** What all fees of a meeting have in common. */
export type FeeConditions = Pick<FeeBasis, 'date' | 'surchargeRate'>
type FeeToCalculate = Omit<FeeBasis, 'payable'> & ({ payable: string } | { net: string })

/** @throws Refusal FEE_RULE_MISSING if no tax rules cover the day */
export const computeFee = ({ surchargeRate, ...basis }: FeeBasis): Fee =>
  feeOf({ ...basis, surchargeRate: surchargeRate ?? undefined })

/** The fee with the table of a residence; null if it was computed with that. @throws Refusal FEE_RULE_MISSING */
export function feeInResidence(fee: Fee, residence: TaxResidence, date: string): Fee | null {
  if (residenceOfVersion(fee.feeRuleVersion) === residence) return null
  return computeFee({ payable: fee.payableAmount, date, residence, surchargeRate: fee.surchargeRate })
}

/** Explains a fee with the rules it was computed with, even if others are in force today. */
export const explanationOf = (fee: Fee, language: Language): Omit<FeeExplanation, 'attendeeId'> => ({
  feeRuleVersion: fee.feeRuleVersion,
  lines: explainFee(fee, language),
  sources: sourcesOf(fee, language),
  notice: noticeOf(fee, language),
})

/**
 * Computes and explains a fee from its payable amount or from the wanted net amount.
 * @throws Refusal FEE_RULE_MISSING and FEE_NET_UNREACHABLE
 */
export function calculateFee(
  { date, residence, ...question }: FeeToCalculate,
  language: Language,
): Omit<FeeCalculation, 'month'> {
  const surchargeRate = question.surchargeRate ?? undefined
  const fee =
    'net' in question
      ? grossOf({ net: question.net, date, residence, surchargeRate })
      : feeOf({ payable: question.payable, date, residence, surchargeRate })
  const rate = Money(fee.surchargeRate).toFixed()
  return { ...fee, surchargeRate: rate, date, ...explanationOf(fee, language) }
}
