import type { TaxResidence } from '@consilium/contract/persons/identity.ts'
import type { VatBasis } from '@consilium/contract/organizations/tax-settings.ts'
import { MAX_AMOUNT } from '@consilium/contract/fields.ts'
import type Big from 'big.js'
import type { FeeRules, IncomeTaxRule, TaxBracket, VatRule } from './fee-rules.ts'
import { rulesFor, VAT_RULES } from './fee-rules.ts'
import { leviesOf, levyAmounts, standardRate, type Levy } from './levies.ts'
import { Money, MONEY_DECIMALS, sum, toCents } from './money.ts'

/** Largest payable amount of one attendee, in yuan; the smallest is 0.00. */
export const MAX_PAYABLE = MAX_AMOUNT
/** Surcharges never exceed the VAT itself. `grossOf` relies on this limit. */
export const MAX_SURCHARGE_RATE = '1'
const SURCHARGE_RATE_DECIMALS = 4
const ZERO = Money('0')
const ONE = Money('1')
const HALF_CENT = Money('0.005')

/** A computed fee. Amounts are yuan with two decimals; the surcharge rate is a fraction in the form it was given. */
export type Fee = {
  payableAmount: string
  vatAmount: string
  surchargeAmount: string
  incomeTax: string
  netAmount: string
  surchargeRate: string
  feeRuleVersion: string
}

/**
 * The rules of a payment day (yyyy-MM-dd) for a person and a payer's declaration of VAT, or given rules, and the
 * organization's own surcharge rate if it has one.
 */
export type FeeTerms = (
  | { date: string; residence?: TaxResidence | undefined; vatBasis?: VatBasis | undefined }
  | { rules: FeeRules }
) & { surchargeRate?: string | undefined }
/** What decides about VAT. */
type VatRules = Pick<FeeRules, 'vat' | 'monthly'>

/** The rules, the surcharge rate as text and as a number, and the levies that it consists of. */
export type ResolvedTerms = { rules: FeeRules; surchargeRate: string; rate: Big; levies: readonly Levy[] }

export type FeeParts = { vat: Big; surcharge: Big; incomeTax: Big; net: Big }

/**
 * Computes the fee of one payment from its payable amount ("5000.00", 0.00 to MAX_PAYABLE).
 * Each deduction is rounded half up to the cent; the net is the payable amount minus the rounded deductions.
 * @throws Refusal FEE_RULE_MISSING for a day without rules
 * @throws RangeError for an amount or a rate out of range
 */
export function feeOf(input: { payable: string } & FeeTerms): Fee {
  return feeFrom(parseAmount('payable', input.payable), resolveTerms(input))
}

/** Individual income tax on labor pay without VAT, both in yuan: ("5000.00", rule) → "800.00". */
export function incomeTaxOn(payExcludingVat: string, rule: IncomeTaxRule): string {
  return incomeTax(parseAmount('payExcludingVat', payExcludingVat), rule).toFixed(MONEY_DECIMALS)
}

export function feeFrom(payable: Big, terms: ResolvedTerms): Fee {
  const parts = partsOf(payable, terms)
  return {
    payableAmount: payable.toFixed(MONEY_DECIMALS),
    vatAmount: parts.vat.toFixed(MONEY_DECIMALS),
    surchargeAmount: parts.surcharge.toFixed(MONEY_DECIMALS),
    incomeTax: parts.incomeTax.toFixed(MONEY_DECIMALS),
    netAmount: parts.net.toFixed(MONEY_DECIMALS),
    surchargeRate: terms.surchargeRate,
    feeRuleVersion: terms.rules.version,
  }
}

export function partsOf(payable: Big, { rules, levies }: ResolvedTerms): FeeParts {
  const vat = vatOn(payable, rules)
  const surcharge = sum(levyAmounts(vat, levies))
  const tax = incomeTax(payable.minus(vat), rules.incomeTax)
  return { vat, surcharge, incomeTax: tax, net: payable.minus(vat).minus(surcharge).minus(tax) }
}

/** The smallest payable amount, of a payment or of the month that is declared, on which VAT is due. */
export function vatSetsInAt({ vat: { threshold, thresholdOn, rate }, monthly }: VatRules): Big {
  if (monthly) {
    const firstTaxed = Money(monthly.exemptUpTo).plus(HALF_CENT)
    return firstTaxed.times(ONE.plus(rate)).round(MONEY_DECIMALS, Money.roundUp)
  }
  return thresholdOn === 'payable' ? Money(threshold) : ONE.plus(rate).times(threshold)
}

/** For each rule of VAT with its days, the smallest amount of a day on which VAT is due. */
export const vatThresholds = (): { from: string; to: string | null; amount: string }[] =>
  VAT_RULES.map((vat) => ({
    from: vat.from,
    to: vat.to,
    amount: vatSetsInAt({ vat }).toFixed(MONEY_DECIMALS),
  }))

export function owesVat(payable: Big, rules: VatRules): boolean {
  return payable.gte(vatSetsInAt(rules))
}

/** The payment without the VAT included in it, rounded to the cent. */
export function withoutVat(payable: Big, { rate }: VatRule): Big {
  return toCents(payable.div(ONE.plus(rate)))
}

/** Taxable labor income: unrounded and never negative. */
export function taxableOf(pay: Big, { deduction }: IncomeTaxRule): Big {
  if (pay.gt(deduction.fixedUpTo)) return pay.times(ONE.minus(deduction.shareAbove))
  return pay.gt(deduction.fixed) ? pay.minus(deduction.fixed) : ZERO
}

export function bracketOf(taxable: Big, rule: IncomeTaxRule): TaxBracket {
  const bracket = rule.brackets.find(({ upTo }) => upTo === null || taxable.lte(upTo))
  if (!bracket) throw new RangeError(`rule ${rule.id} has no unlimited bracket`)
  return bracket
}

/** @throws Refusal FEE_RULE_MISSING for a day without rules, RangeError for a rate out of range */
export function resolveTerms(terms: FeeTerms): ResolvedTerms {
  const rules = 'rules' in terms ? terms.rules : rulesFor(terms.date, terms.residence, terms.vatBasis)
  const { surcharge } = rules.vat
  const surchargeRate = terms.surchargeRate ?? standardRate(surcharge).toFixed()
  const rate = parseDecimal('surchargeRate', surchargeRate, SURCHARGE_RATE_DECIMALS, MAX_SURCHARGE_RATE)
  return { rules, surchargeRate, rate, levies: leviesOf(rate, surcharge) }
}

/** @throws RangeError unless `value` is a plain decimal with at most two decimals, from 0.00 to MAX_PAYABLE */
export function parseAmount(name: string, value: string): Big {
  return parseDecimal(name, value, MONEY_DECIMALS, MAX_PAYABLE)
}

function parseDecimal(name: string, value: string, decimals: number, max: string): Big {
  const [, fraction = ''] = value.split('.')
  const plain = /^\d{1,16}(\.\d{1,16})?$/.test(value) && fraction.length <= decimals
  if (!plain || Money(value).gt(max)) {
    throw new RangeError(`${name} must be from 0 to ${max} with at most ${decimals} decimals: ${value}`)
  }
  return Money(value)
}

/** VAT on what one person is paid in one assessment, rounded to the cent. */
export function vatOn(payable: Big, rules: VatRules): Big {
  return owesVat(payable, rules) ? vatIncludedIn(payable, rules.vat) : ZERO
}

function vatIncludedIn(payable: Big, { rate }: VatRule): Big {
  return toCents(payable.times(rate).div(ONE.plus(rate)))
}

/** Income tax on labor pay without VAT, rounded to the cent. */
export function incomeTax(pay: Big, rule: IncomeTaxRule): Big {
  const taxable = taxableOf(pay, rule)
  const { rate, quickDeduction } = bracketOf(taxable, rule)
  return toCents(taxable.times(rate).minus(quickDeduction))
}
