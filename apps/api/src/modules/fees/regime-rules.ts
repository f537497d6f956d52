import { Refusal } from '../../infra/refusal.ts'
import { covers, rulesFor, type IncomeTaxRule } from './fee-rules.ts'

/**
 * How a person's labor income is taxed: `resident` by the withholding table for labor, `nonResident` by the monthly
 * table, `platform` by cumulative withholding, which an online platform may declare for those who work on it.
 */
export type Regime = 'resident' | 'nonResident' | 'platform'

/** Taxed by the year so far: from the cumulative pay, `perMonth` is deducted for each month since the first payment. */
export type CumulativeRule = IncomeTaxRule & { readonly perMonth: string }

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

/** @throws Refusal FEE_RULE_MISSING for a day that no rule covers */
export function incomeTaxRuleFor(regime: Exclude<Regime, 'platform'>, date: string): IncomeTaxRule {
  return rulesFor(date, regime).incomeTax
}

/** @throws Refusal FEE_RULE_MISSING for a day that no rule covers */
export function platformRuleFor(date: string): CumulativeRule {
  const rule = PLATFORM_RULES.find((each) => covers(each, date))
  if (!rule) throw new Refusal('FEE_RULE_MISSING', { params: { date } })
  return rule
}
