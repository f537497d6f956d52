import type { Language } from '@consilium/contract/errors.ts'
import type Big from 'big.js'
import type { FeeRules, IncomeTaxRule, VatRule } from './fee-rules.ts'
import { noticeOfVersion, rulesOfVersion } from './fee-rules.ts'
import type { Fee } from './fees.ts'
import { bracketOf, owesVat, taxableOf, withoutVat } from './fees.ts'
import { leviesOf, levyAmounts, type LevyKind } from './levies.ts'
import { Money, MONEY_DECIMALS } from './money.ts'

/**
 * One step of the computation. `amount` is in yuan with two decimals; an unrounded intermediate amount may have more.
 */
export type FeeLine = { label: string; formula: string; amount: string }

type Words = {
  payable: string
  agreed: string
  vat: string
  belowThreshold: (payable: string, threshold: string) => string
  belowThresholdWithoutVat: (payable: string, rate: string, amount: string, threshold: string) => string
  withinMonth: (payable: string, rate: string, amount: string, exempt: string) => string
  levy: Record<Exclude<LevyKind, 'own'>, string>
  surcharge: string
  payExcludingVat: string
  taxable: string
  withinDeduction: (pay: string, fixed: string) => string
  incomeTax: string
  net: string
}

const WORDS: Record<Language, Words> = {
  'zh-CN': {
    payable: '应付金额',
    agreed: '约定的劳务费',
    vat: '增值税',
    belowThreshold: (payable, threshold) => `单次 ${payable} 元未达到起征点 ${threshold} 元，不征收`,
    belowThresholdWithoutVat: (payable, rate, amount, threshold) =>
      `单次 ${payable} 元，不含税 ${amount} 元（÷ (1 + ${rate})），未达到起征点 ${threshold} 元，不征收`,
    withinMonth: (payable, rate, amount, exempt) =>
      `付款方按月申报：${payable} 元不含税 ${amount} 元（÷ (1 + ${rate})），未超过月度免税额 ${exempt} 元，免征`,
    levy: { urban: '城市维护建设税', education: '教育费附加', localEducation: '地方教育附加' },
    surcharge: '附加税费',
    payExcludingVat: '不含增值税收入',
    taxable: '应纳税所得额',
    withinDeduction: (pay, fixed) => `${pay} 元未超过减除费用 ${fixed} 元`,
    incomeTax: '个人所得税',
    net: '实付金额',
  },
  en: {
    payable: 'Payable amount',
    agreed: 'the agreed labor fee',
    vat: 'Value-added tax',
    belowThreshold: (payable, threshold) => `none: ${payable} is below ${threshold} per payment`,
    belowThresholdWithoutVat: (payable, rate, amount, threshold) =>
      `none: ${payable} ÷ (1 + ${rate}) = ${amount} without VAT, below ${threshold} per payment`,
    withinMonth: (payable, rate, amount, exempt) =>
      `none: the payer declares VAT by the month; ${payable} ÷ (1 + ${rate}) = ${amount} without VAT, within ${exempt} a month`,
    levy: {
      urban: 'Urban maintenance and construction tax',
      education: 'Education surcharge',
      localEducation: 'Local education surcharge',
    },
    surcharge: 'Surcharges',
    payExcludingVat: 'Pay excluding VAT',
    taxable: 'Taxable income',
    withinDeduction: (pay, fixed) => `none: ${pay} is within the deduction of ${fixed}`,
    incomeTax: 'Individual income tax',
    net: 'Net paid amount',
  },
}

/**
 * Explains a fee line by line, with the rates and limits of the rules it was computed with.
 * @throws RangeError if the fee's rule version is unknown
 */
export function explainFee(fee: Fee, language: Language): FeeLine[] {
  const words = WORDS[language]
  const rules = rulesOfVersion(fee.feeRuleVersion)
  const pay = Money(fee.payableAmount).minus(fee.vatAmount)
  const taxable = taxableOf(pay, rules.incomeTax)
  const deductions = [fee.vatAmount, fee.surchargeAmount, fee.incomeTax]
  return [
    line(words.payable, words.agreed, fee.payableAmount),
    line(words.vat, vatFormula(fee, rules, words), fee.vatAmount),
    ...surchargeLines(fee, rules.vat, words),
    line(words.payExcludingVat, `${fee.payableAmount} − ${fee.vatAmount}`, exact(pay)),
    line(words.taxable, deductionFormula(pay, rules.incomeTax, words), exact(taxable)),
    line(words.incomeTax, taxFormula(taxable, rules.incomeTax), fee.incomeTax),
    line(words.net, [fee.payableAmount, ...deductions].join(' − '), fee.netAmount),
  ]
}

const line = (label: string, formula: string, amount: string): FeeLine => ({ label, formula, amount })

/** A line for each levy and one for their sum, or one line for a rate that is not divided into levies. */
function surchargeLines(fee: Fee, { surcharge }: VatRule, words: Words): FeeLine[] {
  const levies = leviesOf(Money(fee.surchargeRate), surcharge)
  const amounts = levyAmounts(Money(fee.vatAmount), levies).map((amount) => amount.toFixed(MONEY_DECIMALS))
  const formulaOf = (rate: Big) => `${fee.vatAmount} × ${percent(rate.toFixed())}`
  const each = levies.flatMap(({ kind, rate }, at) =>
    kind === 'own' ? [] : [line(words.levy[kind], formulaOf(rate), amounts[at] ?? '')],
  )
  const total = each.length === 0 ? formulaOf(Money(fee.surchargeRate)) : amounts.join(' + ')
  return [...each, line(words.surcharge, total, fee.surchargeAmount)]
}

/** The legal sources of the rules a fee was computed with. */
export function sourcesOf({ feeRuleVersion }: Pick<Fee, 'feeRuleVersion'>, language: Language): string[] {
  const { incomeTax, vat, monthly } = rulesOfVersion(feeRuleVersion)
  const ofMonth = monthly ? [monthly.source] : []
  return [vat.source, ...ofMonth, vat.surcharge.source, incomeTax.source].map((source) => source[language])
}

/** The notice for a fee computed with rules that were corrected later; null if its rules are still in use. */
export function noticeOf({ feeRuleVersion }: Pick<Fee, 'feeRuleVersion'>, language: Language): string | null {
  return noticeOfVersion(feeRuleVersion)?.[language] ?? null
}

function vatFormula({ payableAmount }: Fee, rules: FeeRules, words: Words): string {
  const payable = Money(payableAmount)
  const { vat: rule, monthly } = rules
  if (!owesVat(payable, rules)) {
    if (!monthly && rule.thresholdOn === 'payable') return words.belowThreshold(payableAmount, rule.threshold)
    const amount = withoutVat(payable, rule).toFixed(MONEY_DECIMALS)
    const rate = percent(rule.rate)
    if (monthly) return words.withinMonth(payableAmount, rate, amount, monthly.exemptUpTo)
    return words.belowThresholdWithoutVat(payableAmount, rate, amount, rule.threshold)
  }
  return `${payableAmount} ÷ (1 + ${percent(rule.rate)}) × ${percent(rule.rate)}`
}

function deductionFormula(pay: Big, { deduction }: IncomeTaxRule, words: Words): string {
  if (pay.gt(deduction.fixedUpTo)) return `${exact(pay)} × (1 − ${percent(deduction.shareAbove)})`
  if (pay.gt(deduction.fixed)) return `${exact(pay)} − ${deduction.fixed}`
  return words.withinDeduction(exact(pay), deduction.fixed)
}

function taxFormula(taxable: Big, rule: IncomeTaxRule): string {
  const { rate, quickDeduction } = bracketOf(taxable, rule)
  const product = `${exact(taxable)} × ${percent(rate)}`
  return Money(quickDeduction).gt('0') ? `${product} − ${quickDeduction}` : product
}

function percent(fraction: string): string {
  return `${Money(fraction).times('100').toFixed()}%`
}

/** Never rounded and with at least two decimals, so that a reader can recompute the next line by hand. */
function exact(amount: Big): string {
  const [, fraction = ''] = amount.toFixed().split('.')
  return amount.toFixed(Math.max(MONEY_DECIMALS, fraction.length))
}
