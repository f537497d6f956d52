import type { Language } from '@consilium/contract/errors.ts'
import type { TaxResidence } from '@consilium/contract/persons/identity.ts'
import type { FeeCalculation, FeeExplanation } from '@consilium/contract/fees/labor-fees.ts'
import type { VatBasis } from '@consilium/contract/organizations/tax-settings.ts'
import type Big from 'big.js'
import { explainFee, noticeOf, sourcesOf } from './fee-explanation.ts'
import { grossOf } from './fee-inverse.ts'
import { residenceOfVersion, rulesFor, rulesOfVersion, vatBasisOfVersion } from './fee-rules.ts'
import { feeOf, type Fee } from './fees.ts'
import { leviesOf, levyAmounts } from './levies.ts'
import { Money, sum } from './money.ts'

export interface FeeBasis {
  /** Agreed labor fee in yuan. */
  payable: string
  /** Day of payment (`yyyy-MM-dd`). The tax rules of this day apply. */
  date: string
  /** The paying organization's own rate, or null for the standard rate of the rules. */
  surchargeRate: string | null
  /** What the payer has declared that VAT is compared with; by default the payments of a day. */
  vatBasis?: VatBasis
  /** Residents and others have tables of their own. */
  residence: TaxResidence
}

/** What all fees of a meeting have in common. */
export type FeeConditions = Pick<FeeBasis, 'date' | 'surchargeRate' | 'vatBasis'>
type FeeToCalculate = Omit<FeeBasis, 'payable'> & ({ payable: string } | { net: string })

/** @throws Refusal FEE_RULE_MISSING if no tax rules cover the day */
export const computeFee = ({ surchargeRate, ...basis }: FeeBasis): Fee =>
  feeOf({ ...basis, surchargeRate: surchargeRate ?? undefined })

/**
 * The fee with the table of a residence and the payer's declaration of VAT; null if it was computed with them.
 * @throws Refusal FEE_RULE_MISSING
 */
export function feeUnder(
  fee: Fee,
  { date, residence, vatBasis }: Pick<FeeBasis, 'date' | 'residence'> & { vatBasis: VatBasis },
): Fee | null {
  const { feeRuleVersion: version, payableAmount: payable, surchargeRate } = fee
  if (residenceOfVersion(version) === residence && vatBasisOfVersion(version) === vatBasis) return null
  return computeFee({ payable, date, residence, surchargeRate, vatBasis })
}

/** What an estimate assumed, and whether these are the rules of a day. @throws Refusal FEE_RULE_MISSING */
export function estimateTermsOf(version: string, date: string) {
  const [residence, vatBasis] = [residenceOfVersion(version), vatBasisOfVersion(version)]
  return { residence, vatBasis, isOfDay: rulesFor(date, residence, vatBasis).version === version }
}

/** The surcharges on an amount of VAT at a rate, as the rules of a version round them. */
export const surchargeOn = (vat: string, rate: string, version: string): Big =>
  sum(levyAmounts(Money(vat), leviesOf(Money(rate), rulesOfVersion(version).vat.surcharge)))

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
  { date, residence, vatBasis, ...question }: FeeToCalculate,
  language: Language,
): Omit<FeeCalculation, 'month'> {
  const surchargeRate = question.surchargeRate ?? undefined
  const terms = { date, residence, vatBasis, surchargeRate }
  const fee =
    'net' in question
      ? grossOf({ net: question.net, ...terms })
      : feeOf({ payable: question.payable, ...terms })
  const rate = Money(fee.surchargeRate).toFixed()
  return { ...fee, surchargeRate: rate, date, ...explanationOf(fee, language) }
}
