import { MAX_AMOUNT } from '@consilium/contract/fields.ts'
import Big from 'big.js'
import type { FeeRules, IncomeTaxRule, TaxBracket, VatRule } from './fee-rules.ts'
import { rulesFor } from './fee-rules.ts'

/** Decimal arithmetic with its own settings. Strict mode throws on binary floating-point numbers. */
export const Money = Big()
Money.DP = 20
Money.RM = Big.roundHalfUp
Money.strict = true

/** Largest payable amount of one attendee, in yuan; the smallest is 0.00. */
export const MAX_PAYABLE = MAX_AMOUNT
/** Surcharges never exceed the VAT itself. `grossOf` relies on this limit. */
export const MAX_SURCHARGE_RATE = '1'
export const MONEY_DECIMALS = 2
const SURCHARGE_RATE_DECIMALS = 4
const ZERO = Money('0')
const ONE = Money('1')

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

/** The rules of a payment day (yyyy-MM-dd) or given rules, and the organization's own surcharge rate if it has one. */
export type FeeTerms = ({ date: string } | { rules: FeeRules }) & { surchargeRate?: string | undefined }

/** The rules, and the surcharge rate as text and as a number. */
export type ResolvedTerms = { rules: FeeRules; surchargeRate: string; rate: Big }

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

export function partsOf(payable: Big, { rules, rate }: ResolvedTerms): FeeParts {
  const vat = owesVat(payable, rules.vat) ? vatWithin(payable, rules.vat) : ZERO
  const surcharge = toCents(vat.times(rate))
  const tax = incomeTax(payable.minus(vat), rules.incomeTax)
  return { vat, surcharge, incomeTax: tax, net: payable.minus(vat).minus(surcharge).minus(tax) }
}

/** The smallest payable amount on which VAT is due. */
export function vatSetsInAt({ threshold, thresholdOn, rate }: VatRule): Big {
  return thresholdOn === 'payable' ? Money(threshold) : ONE.plus(rate).times(threshold)
}

export function owesVat(payable: Big, rule: VatRule): boolean {
  return payable.gte(vatSetsInAt(rule))
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
  const rules = 'rules' in terms ? terms.rules : rulesFor(terms.date)
  const { fullRate, levied } = rules.vat.surcharge
  const surchargeRate = terms.surchargeRate ?? Money(fullRate).times(levied).toFixed()
  const rate = parseDecimal('surchargeRate', surchargeRate, SURCHARGE_RATE_DECIMALS, MAX_SURCHARGE_RATE)
  return { rules, surchargeRate, rate }
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

function vatWithin(payable: Big, { rate }: VatRule): Big {
  return toCents(payable.times(rate).div(ONE.plus(rate)))
}

function incomeTax(pay: Big, rule: IncomeTaxRule): Big {
  const taxable = taxableOf(pay, rule)
  const { rate, quickDeduction } = bracketOf(taxable, rule)
  return toCents(taxable.times(rate).minus(quickDeduction))
}

function toCents(amount: Big): Big {
  return amount.round(MONEY_DECIMALS, Money.roundHalfUp)
}
