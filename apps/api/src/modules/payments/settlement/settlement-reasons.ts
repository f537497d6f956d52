import { grouped } from '@consilium/contract/digits.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { LEDGER_ITEM_LABELS, type LedgerItem } from '@consilium/contract/organizations/tax-settings.ts'
import {
  balanceOf,
  estimateTermsOf,
  livePayments,
  Money,
  settlementKey,
  surchargeOn,
  surchargesOf,
  vatKey,
  type Balance,
  type LaborPayment,
  type LedgerEntry,
  type WithheldAmounts,
} from '../../fees/service.ts'
import { sumOf } from '../ledger.ts'

/** The amounts that an agreement named, in yuan with two decimals, and the rules that they were computed by. */
export interface Estimate {
  vat: string
  surcharge: string
  incomeTax: string
  net: string
  ruleVersion: string
}

export interface Settled {
  /** The entries of the year before this one. */
  before: readonly LedgerEntry[]
  /** The payments that are live after it. */
  after: readonly LaborPayment[]
  payment: LaborPayment
  withheld: WithheldAmounts
  estimate: Estimate
  isReversal: boolean
}

export const TAX_WORDS = {
  'zh-CN': { vat: '增值税', surcharge: '附加税费', incomeTax: '个人所得税' },
  en: { vat: 'VAT', surcharge: 'Surcharges', incomeTax: 'Individual income tax' },
} as const

const WORDS = {
  'zh-CN': {
    sameDay: (date: string, count: number, sum: string) =>
      `${date} 同一付款方共支付 ${count} 笔，合计 ${sum} 元，合并后与增值税起征点比较`,
    sameMonth: (period: string, count: number, sum: string) =>
      `付款方已按月申报增值税：${period} 共支付 ${count} 笔，合计 ${sum} 元，合并后与月度免税额比较`,
    monthly: (period: string, sum: string) =>
      `付款方已按月申报增值税：${period} 合计 ${sum} 元，与月度免税额比较；估算时按次计算`,
    daily: '付款方按次（日）与增值税起征点比较；估算时按月申报计算',
    rate: (percent: string) => `付款方的附加税费合计为增值税的 ${percent}，与估算时不同`,
    rules: (date: string) => `${date} 付款适用的计税规则与估算时不同`,
    continuous: (period: string, item: string, count: number, sum: string) =>
      `${period} 同一项目（${item}）连续性劳务共 ${count} 笔，合计 ${sum} 元，按一个月的收入计算个人所得税`,
    total: (name: string, due: string, withheld: string) =>
      `${name}：合计应扣 ${due} 元，此前已扣 ${withheld} 元`,
    resident: '收款人为居民个人，适用居民个人预扣率表；估算时按非居民个人计算',
    nonResident: '收款人为非居民个人，适用非居民个人税率表',
    exempt: '依税收协定免征个人所得税（协定减免）',
    limited: (percent: string) => `依税收协定，个人所得税不超过不含税收入的 ${percent}（协定减免）`,
    platform: '付款方按累计预扣法申报，个人所得税按年内累计收入计算',
    catchUp: '此前已扣的税额与应扣的不一致，由本笔补足',
    reversal: '冲销付款：退回该笔已扣税款，其余付款按法定金额重新计算',
  },
  en: {
    sameDay: (date: string, count: number, sum: string) =>
      `The payer made ${count} payments on ${date}, ¥\u00a0${sum} in all, which are compared with the VAT threshold together`,
    sameMonth: (period: string, count: number, sum: string) =>
      `The payer declares VAT by the month: ${count} payments in ${period}, ¥\u00a0${sum} in all, are compared with the monthly threshold together`,
    monthly: (period: string, sum: string) =>
      `The payer declares VAT by the month: ¥\u00a0${sum} in ${period} is compared with the monthly threshold; the estimate took the payment by itself`,
    daily:
      'The payer compares the payments of a day with the VAT threshold; the estimate took VAT by the month',
    rate: (percent: string) =>
      `The surcharges of the payer are ${percent} of the VAT, which is another rate than that of the estimate`,
    rules: (date: string) => `Other tax rules apply to a payment on ${date} than to the estimate`,
    continuous: (period: string, item: string, count: number, sum: string) =>
      `${count} payments for one kind of work (${item}) in ${period}, ¥\u00a0${sum} in all, are taxed as the income of one month`,
    total: (name: string, due: string, withheld: string) =>
      `${name}: ¥\u00a0${due} due in all, ¥\u00a0${withheld} withheld before`,
    resident: 'The payee is a resident; the estimate took the table for non-residents',
    nonResident: 'The payee is not a resident, so the table for non-residents applies',
    exempt: 'A tax treaty exempts this pay from individual income tax',
    limited: (percent: string) =>
      `A tax treaty limits individual income tax to ${percent} of the pay without VAT`,
    platform: 'The payer withholds cumulatively, so income tax is that of the year so far',
    catchUp: 'What was withheld before is not what was due; this entry makes up for it',
    reversal: 'Reversal: returns what the payment bore, and settles the other payments without it',
  },
} as const

type Words = (typeof WORDS)[Language]

const CENTS = 2
const PERIOD = 'yyyy-MM'.length

const inWords = (amount: WithheldAmounts['net']) => grouped(amount.toFixed(CENTS))

const percentOf = (fraction: string): string => `${Money(fraction).times('100').toFixed()}%`

const isSettled = ({ due, withheld }: Balance) =>
  due.vat.eq(withheld.vat) &&
  due.incomeTax.eq(withheld.incomeTax) &&
  surchargesOf(due).eq(surchargesOf(withheld))

/** A reason, to be said in a language. */
export type Said = (language: Language) => string

const say =
  (words: (said: Words) => string): Said =>
  (language) =>
    words(WORDS[language])

/** What of the payer, the payee or the day is another than the estimate assumed. */
function otherTerms({ payment, estimate, before }: Settled, ofGroup: number): Said[] {
  const { vatBasis, regime, paidDate } = payment
  const assumed = estimateTermsOf(estimate.ruleVersion, paidDate)
  const reasons: Said[] = []
  if (vatBasis === 'month' && assumed.vatBasis === 'day' && ofGroup === 1)
    reasons.push(say((words) => words.monthly(paidDate.slice(0, PERIOD), inWords(payment.payable))))
  if (vatBasis === 'day' && assumed.vatBasis === 'month') reasons.push(say((words) => words.daily))
  const surcharge = surchargeOn(estimate.vat, payment.surchargeRate, estimate.ruleVersion)
  if (!surcharge.eq(estimate.surcharge))
    reasons.push(say((words) => words.rate(`${Number(payment.surchargeRate) * 100}%`)))
  if (!assumed.isOfDay) reasons.push(say((words) => words.rules(paidDate)))
  if (assumed.residence === 'nonResident' && regime === 'resident')
    reasons.push(say((words) => words.resident))
  if (!isSettled(balanceOf(before, livePayments(before), payment)))
    reasons.push(say((words) => words.catchUp))
  return reasons
}

/** What is due in all, and what was withheld before. */
function totalsOf({ due, withheld }: Balance, isAsEstimated: boolean): Said[] {
  const total =
    (
      tax: keyof (typeof TAX_WORDS)[Language],
      ofAll: WithheldAmounts['net'],
      before: WithheldAmounts['net'],
    ) =>
    (language: Language) =>
      WORDS[language].total(TAX_WORDS[language][tax], inWords(ofAll), inWords(before))
  return [
    total('vat', due.vat, withheld.vat),
    ...(isAsEstimated ? [] : [total('surcharge', surchargesOf(due), surchargesOf(withheld))]),
    total('incomeTax', due.incomeTax, withheld.incomeTax),
  ]
}

/** Why an entry bears what it does. If it is not what was estimated, at least one reason says what was different. */
export function reasonsOf(settled: Settled, balance: Balance, isAsEstimated: boolean): Said[] {
  const { payments } = balance
  const { payment, isReversal } = settled
  const { paidDate, regime, vatBasis, treatyRate } = payment
  const period = paidDate.slice(0, PERIOD)
  const reasons: Said[] = isReversal ? [say((words) => words.reversal)] : []
  const ofGroup = payments.filter((each) => vatKey(each) === vatKey(payment))
  const total = grouped(sumOf(ofGroup))
  if (ofGroup.length > 1)
    reasons.push(
      say((words) =>
        vatBasis === 'month'
          ? words.sameMonth(period, ofGroup.length, total)
          : words.sameDay(paidDate, ofGroup.length, total),
      ),
    )
  if (regime === 'nonResident') reasons.push(say((words) => words.nonResident))
  if (treatyRate !== null)
    reasons.push(
      say((words) => (Number(treatyRate) === 0 ? words.exempt : words.limited(percentOf(treatyRate)))),
    )
  if (regime === 'platform') reasons.push(say((words) => words.platform))
  const own = settlementKey(payment)
  const sameWork = payments.filter((each) => settlementKey(each) === own)
  if (sameWork.length > 1 && regime !== 'platform') {
    const item = LEDGER_ITEM_LABELS[payment.taxItem as LedgerItem]
    const sum = grouped(sumOf(sameWork))
    reasons.push((language) => WORDS[language].continuous(period, item[language], sameWork.length, sum))
  }
  if (!isAsEstimated) reasons.push(...otherTerms(settled, ofGroup.length))
  if (payments.length > 1 || isReversal || (!isAsEstimated && reasons.length === 0))
    reasons.push(...totalsOf(balance, isAsEstimated))
  return reasons
}
