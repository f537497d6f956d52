import type { TaxResidence } from '@consilium/contract/persons/identity.ts'
import type { VatBasis } from '@consilium/contract/organizations/tax-settings.ts'
import { z } from 'zod'
import { Refusal } from '../../infra/refusal.ts'

/** First and last day of a rule (yyyy-MM-dd, both inclusive). `to` is null while the rule has no end. */
export type Dated = { readonly id: string; readonly from: string; readonly to: string | null }

/** The citation of a rule's legal source in each language. */
export type Source = { readonly 'zh-CN': string; readonly en: string }

/** For taxable income up to `upTo` (null: no limit), the tax is income × rate − quickDeduction. */
export type TaxBracket = {
  readonly upTo: string | null
  readonly rate: string
  readonly quickDeduction: string
}

/** Tax withheld from one payment for labor. Amounts are in yuan, rates are fractions. */
export type IncomeTaxRule = Dated & {
  readonly source: Source
  /** `fixed` is deducted from pay up to `fixedUpTo`; from higher pay, the fraction `shareAbove` of the pay. */
  readonly deduction: { readonly fixed: string; readonly fixedUpTo: string; readonly shareAbove: string }
  /** In ascending order. Only the last bracket is unlimited. */
  readonly brackets: readonly TaxBracket[]
}

/** VAT that an individual owes on one payment. From `threshold` on, the whole payment is taxed and includes the VAT. */
export type VatRule = Dated & {
  readonly source: Source
  readonly threshold: string
  /** The amount that is compared with the threshold: with or without the VAT included in the payment. */
  readonly thresholdOn: 'payable' | 'amountWithoutVat'
  readonly rate: string
  readonly surcharge: SurchargeRule
}

/** The taxes and levies on VAT. Rates are fractions of the VAT; `levied` is the fraction of each that is collected. */
export type SurchargeRule = {
  readonly source: Source
  readonly levied: string
  /** Urban maintenance and construction tax by the payer's place; the payers of this platform sit in cities. */
  readonly urban: { readonly city: string; readonly town: string; readonly elsewhere: string }
  readonly education: string
  readonly localEducation: string
  /** `each`: every levy is rounded to the cent; `sum`: only their sum was rounded (a corrected rule). */
  readonly rounded: 'each' | 'sum'
}

/** A person's VAT by the month, where the payer has declared it: none while the month's amount without VAT is at most `exemptUpTo`. */
export type MonthlyVatRule = Dated & { readonly source: Source; readonly exemptUpTo: string }

/** The rules in force on one day. A fee record stores `version` to find them again. */
export type FeeRules = {
  readonly incomeTax: IncomeTaxRule
  readonly vat: VatRule
  /** Takes the place of the threshold of `vat` where the payer declares VAT by the month. */
  readonly monthly?: MonthlyVatRule | null
  readonly version: string
}

/** Never edit a rule that fees were computed with. When the law changes, end the rule and add another. */
export const INCOME_TAX_RULES: readonly IncomeTaxRule[] = [
  {
    id: 'iit-2019-01',
    from: '2019-01-01',
    to: null,
    source: {
      'zh-CN': '国家税务总局公告2018年第61号《个人所得税扣缴申报管理办法（试行）》第八条、预扣率表二',
      en: 'State Taxation Administration, Announcement 2018 No. 61, article 8 and withholding table 2',
    },
    deduction: { fixed: '800', fixedUpTo: '4000', shareAbove: '0.2' },
    brackets: [
      { upTo: '20000', rate: '0.2', quickDeduction: '0' },
      { upTo: '50000', rate: '0.3', quickDeduction: '2000' },
      { upTo: null, rate: '0.4', quickDeduction: '7000' },
    ],
  },
]

/** For people who are not residents for income tax. */
export const NON_RESIDENT_RULES: readonly IncomeTaxRule[] = [
  {
    id: 'iit-nr-2019-01',
    from: '2019-01-01',
    to: null,
    source: {
      'zh-CN': '《个人所得税法》第六条；国家税务总局公告2018年第61号第九条、个人所得税税率表三（非居民个人）',
      en: 'Individual Income Tax Law, article 6; State Taxation Administration, Announcement 2018 No. 61, article 9 and table 3 (non-residents)',
    },
    deduction: { fixed: '0', fixedUpTo: '0', shareAbove: '0.2' },
    brackets: [
      { upTo: '3000', rate: '0.03', quickDeduction: '0' },
      { upTo: '12000', rate: '0.1', quickDeduction: '210' },
      { upTo: '25000', rate: '0.2', quickDeduction: '1410' },
      { upTo: '35000', rate: '0.25', quickDeduction: '2660' },
      { upTo: '55000', rate: '0.3', quickDeduction: '4410' },
      { upTo: '80000', rate: '0.35', quickDeduction: '7160' },
      { upTo: null, rate: '0.45', quickDeduction: '15160' },
    ],
  },
]

const VAT_2026 = {
  from: '2026-01-01',
  to: '2027-12-31',
  threshold: '1000',
  rate: '0.01',
} as const

const SURCHARGE_2026 = {
  levied: '0.5',
  urban: { city: '0.07', town: '0.05', elsewhere: '0.01' },
  education: '0.03',
  localEducation: '0.02',
  source: {
    'zh-CN': '财政部 税务总局公告2023年第12号（城市维护建设税、教育费附加、地方教育附加减半征收）',
    en: 'Ministry of Finance and State Taxation Administration, Announcement 2023 No. 12 (urban maintenance tax 7%, education surcharge 3% and local education surcharge 2%, halved)',
  },
} as const

const VAT_LAW_SOURCE = {
  'zh-CN':
    '《中华人民共和国增值税法》第十七条、第二十三条；财政部 税务总局公告2026年第10号（按次纳税的起征点，以不含税销售额计；小规模纳税人减按1%征收）',
  en: 'VAT Law of the PRC, articles 17 and 23; Ministry of Finance and State Taxation Administration, Announcement 2026 No. 10 (threshold per payment, compared with the amount without VAT; 1% for small-scale taxpayers)',
}

export const VAT_RULES: readonly VatRule[] = [
  {
    ...VAT_2026,
    id: 'vat-2026-01-r3',
    thresholdOn: 'amountWithoutVat',
    surcharge: { ...SURCHARGE_2026, rounded: 'each' },
    source: VAT_LAW_SOURCE,
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

/** A rule that interpreted the law wrongly. New fees do not use it; fees computed with it keep their amounts. */
export type CorrectedVatRule = VatRule & { readonly correctedBy: string; readonly notice: Source }

export const CORRECTED_VAT_RULES: readonly CorrectedVatRule[] = [
  {
    ...VAT_2026,
    id: 'vat-2026-01-r2',
    thresholdOn: 'amountWithoutVat',
    surcharge: { ...SURCHARGE_2026, rounded: 'sum' },
    source: VAT_LAW_SOURCE,
    correctedBy: 'vat-2026-01-r3',
    notice: {
      'zh-CN':
        '本劳务费在计税规则更正前算定：当时附加税费合并后取整到分，现行规则对各项税费分别取整，至多相差两分。已签署的金额保持不变。',
      en: 'Computed before the tax rules were corrected: the surcharges were rounded as one sum, and each is now rounded by itself, which differs by two cents at most. What was signed stays as it is.',
    },
  },
  {
    ...VAT_2026,
    id: 'vat-2026-01',
    thresholdOn: 'payable',
    surcharge: { ...SURCHARGE_2026, rounded: 'sum' },
    source: {
      'zh-CN': '财政部 税务总局公告2026年第10号（按次纳税的起征点；小规模纳税人减按1%征收）',
      en: 'Ministry of Finance and State Taxation Administration, Announcement 2026 No. 10 (threshold per payment; 1% for small-scale taxpayers)',
    },
    correctedBy: 'vat-2026-01-r3',
    notice: {
      'zh-CN':
        '本劳务费在计税规则更正前算定：当时以含税金额比较增值税起征点，现行规则以不含税金额比较。已签署的金额保持不变。',
      en: 'Computed before the tax rules were corrected: the VAT threshold was compared with the amount including VAT, and is now compared with the amount without it. What was signed stays as it is.',
    },
  },
]

const VERSION_SEPARATOR = '+'

/**
 * The rules of a payment day (yyyy-MM-dd).
 * @throws Refusal FEE_RULE_MISSING if the VAT or income-tax rule of that day is missing
 * @throws RangeError unless `date` is a plain calendar day: with a time appended, a rule's last day would not match
 */
export function rulesFor(
  date: string,
  residence: TaxResidence = 'resident',
  vatBasis: VatBasis = 'day',
): FeeRules {
  if (!z.regexes.date.test(date)) throw new RangeError(`not a day yyyy-MM-dd: ${date}`)
  const tables = residence === 'resident' ? INCOME_TAX_RULES : NON_RESIDENT_RULES
  const incomeTax = tables.find((rule) => covers(rule, date))
  const vat = VAT_RULES.find((rule) => covers(rule, date))
  if (!incomeTax || !vat) throw new Refusal('FEE_RULE_MISSING', { params: { date } })
  return combine(incomeTax, vat, vatBasis === 'month' ? monthlyVatRuleFor(date) : null)
}

/** @throws Refusal FEE_RULE_MISSING for a day that no rule covers */
export function monthlyVatRuleFor(date: string): MonthlyVatRule {
  const rule = MONTHLY_VAT_RULES.find((each) => covers(each, date))
  if (!rule) throw new Refusal('FEE_RULE_MISSING', { params: { date } })
  return rule
}

/** The rate of VAT of a payment day as a percentage: "1%". @throws Refusal FEE_RULE_MISSING */
export const vatRateOn = (date: string): string => `${Number(rulesFor(date).vat.rate) * 100}%`

/**
 * Finds the rules of a stored fee by its `feeRuleVersion`.
 * @throws RangeError for an unknown version: versions come from our own records, never from a client
 */
export function rulesOfVersion(version: string): FeeRules {
  const [incomeTaxId, vatId, monthlyId, ...rest] = version.split(VERSION_SEPARATOR)
  const incomeTax = [...INCOME_TAX_RULES, ...NON_RESIDENT_RULES].find((rule) => rule.id === incomeTaxId)
  const vat = [...VAT_RULES, ...CORRECTED_VAT_RULES].find((rule) => rule.id === vatId)
  const monthly = monthlyId === undefined ? null : MONTHLY_VAT_RULES.find((rule) => rule.id === monthlyId)
  if (!incomeTax || !vat || monthly === undefined || rest.length > 0)
    throw new RangeError(`unknown fee rule version: ${version}`)
  return combine(incomeTax, vat, monthly)
}

/** Whose table of income tax a stored fee was computed with. */
export function residenceOfVersion(version: string): TaxResidence {
  const { incomeTax } = rulesOfVersion(version)
  return NON_RESIDENT_RULES.includes(incomeTax) ? 'nonResident' : 'resident'
}

/** What the VAT of a stored fee was compared with. */
export const vatBasisOfVersion = (version: string): VatBasis =>
  rulesOfVersion(version).monthly ? 'month' : 'day'

/** The notice for a corrected rule version; null for a version in use. */
export function noticeOfVersion(version: string): CorrectedVatRule['notice'] | null {
  const [, vatId] = version.split(VERSION_SEPARATOR)
  return CORRECTED_VAT_RULES.find((rule) => rule.id === vatId)?.notice ?? null
}

function combine(incomeTax: IncomeTaxRule, vat: VatRule, monthly: MonthlyVatRule | null): FeeRules {
  const ids = [incomeTax.id, vat.id, ...(monthly ? [monthly.id] : [])]
  return { incomeTax, vat, monthly, version: ids.join(VERSION_SEPARATOR) }
}

export function covers(rule: Dated, date: string): boolean {
  return rule.from <= date && (rule.to === null || date <= rule.to)
}
