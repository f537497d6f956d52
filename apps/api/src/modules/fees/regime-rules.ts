import { Refusal } from '../../infra/refusal.ts'
import { covers, rulesFor, type Dated, type IncomeTaxRule, type Source } from './fee-rules.ts'

/**
 * How a person's labor income is taxed: `resident` by the withholding table for labor, `nonResident` by the monthly
 * table, `platform` by cumulative withholding, which an online platform may declare for those who work on it.
 */
export type Regime = 'resident' | 'nonResident' | 'platform'

/** Taxed by the year so far: from the cumulative pay, `perMonth` is deducted for each month since the first payment. */
export type CumulativeRule = IncomeTaxRule & { readonly perMonth: string }

/** A person's VAT by the month, where the payer has declared it: none while the month's amount without VAT is at most `exemptUpTo`. */
export type MonthlyVatRule = Dated & { readonly source: Source; readonly exemptUpTo: string }

export const PLATFORM_RULES: readonly CumulativeRule[] = [
  {
    id: 'iit-platform-2025-10',
    from: '2025-10-01',
    to: null,
    source: {
      'zh-CN':
        '国家税务总局公告2025年第16号（互联网平台企业为平台内从业人员办理扣缴申报，累计预扣法）；国家税务总局公告2018年第61号、个人所得税预扣率表一',
      en: 'State Taxation Administration, Announcement 2025 No. 16 (cumulative withholding by online platforms); Announcement 2018 No. 61, withholding table 1',
    },
    deduction: { fixed: '0', fixedUpTo: '0', shareAbove: '0.2' },
    perMonth: '5000',
    brackets: [
      { upTo: '36000', rate: '0.03', quickDeduction: '0' },
      { upTo: '144000', rate: '0.1', quickDeduction: '2520' },
      { upTo: '300000', rate: '0.2', quickDeduction: '16920' },
      { upTo: '420000', rate: '0.25', quickDeduction: '31920' },
      { upTo: '660000', rate: '0.3', quickDeduction: '52920' },
      { upTo: '960000', rate: '0.35', quickDeduction: '85920' },
      { upTo: null, rate: '0.45', quickDeduction: '181920' },
    ],
  },
]

export const MONTHLY_VAT_RULES: readonly MonthlyVatRule[] = [
  {
    id: 'vat-month-2026-01',
    from: '2026-01-01',
    to: '2027-12-31',
    exemptUpTo: '100000',
    source: {
      'zh-CN': '财政部 税务总局公告2026年第10号（小规模纳税人月销售额10万元以下免征增值税）',
      en: 'Ministry of Finance and State Taxation Administration, Announcement 2026 No. 10 (no VAT for small-scale taxpayers up to 100,000 a month)',
    },
  },
]

/** @throws Refusal FEE_RULE_MISSING for a day that no rule covers */
export function incomeTaxRuleFor(regime: Exclude<Regime, 'platform'>, date: string): IncomeTaxRule {
  return rulesFor(date, regime).incomeTax
}

/** @throws Refusal FEE_RULE_MISSING for a day that no rule covers */
export const platformRuleFor = (date: string): CumulativeRule => required(PLATFORM_RULES, date)

/** @throws Refusal FEE_RULE_MISSING for a day that no rule covers */
export const monthlyVatRuleFor = (date: string): MonthlyVatRule => required(MONTHLY_VAT_RULES, date)

function required<R extends Dated>(rules: readonly R[], date: string): R {
  const rule = rules.find((each) => covers(each, date))
  if (!rule) throw new Refusal('FEE_RULE_MISSING', { params: { date } })
  return rule
}
