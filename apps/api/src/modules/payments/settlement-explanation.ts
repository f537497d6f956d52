import { grouped } from '@consilium/contract/digits.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import type { LaborForm } from '@consilium/contract/labor-forms.ts'
import type { SettlementLine } from '@consilium/contract/payments.ts'
import {
  balanceOf,
  Money,
  surchargesOf,
  type Balance,
  type LaborPayment,
  type LedgerEntry,
  type WithheldAmounts,
} from '../fees/service.ts'
import { sumOf } from './ledger.ts'

/** The amounts that an agreement named, in yuan with two decimals. */
export interface Estimate {
  vat: string
  surcharge: string
  incomeTax: string
  net: string
}

interface Settled {
  /** The entries of the year before this one. */
  before: readonly LedgerEntry[]
  /** The payments that are live after it. */
  after: readonly LaborPayment[]
  payment: LaborPayment
  withheld: WithheldAmounts
  estimate: Estimate
  isReversal: boolean
}

const WORDS = {
  'zh-CN': {
    payable: '应付金额',
    vat: '增值税',
    surcharge: '附加税费',
    incomeTax: '个人所得税',
    net: '实付金额',
    agreed: '约定的劳务费',
    sameDay: (date: string, count: number, sum: string) =>
      `${date} 同一付款方共支付 ${count} 笔，合计 ${sum} 元，合并后与增值税起征点比较`,
    sameMonth: (period: string, count: number, sum: string) =>
      `付款方已按月申报增值税：${period} 共支付 ${count} 笔，合计 ${sum} 元，合并后与月度免税额比较`,
    continuous: (period: string, item: string, count: number, sum: string) =>
      `${period} 同一项目（${item}）连续性劳务共 ${count} 笔，合计 ${sum} 元，按一个月的收入计算个人所得税`,
    total: (name: string, due: string, withheld: string) =>
      `${name}：合计应扣 ${due} 元，此前已扣 ${withheld} 元`,
    nonResident: '收款人为非居民个人，适用非居民个人税率表',
    platform: '付款方按累计预扣法申报，个人所得税按年内累计收入计算',
    reversal: '冲销付款：退回该笔已扣税款，其余付款按法定金额重新计算',
    nothing: '与协议估算一致',
  },
  en: {
    payable: 'Payable amount',
    vat: 'VAT',
    surcharge: 'Surcharges',
    incomeTax: 'Individual income tax',
    net: 'Net amount',
    agreed: 'the agreed fee',
    sameDay: (date: string, count: number, sum: string) =>
      `The payer made ${count} payments on ${date}, ${sum} in all, which are compared with the VAT threshold together`,
    sameMonth: (period: string, count: number, sum: string) =>
      `The payer declares VAT by the month: ${count} payments in ${period}, ${sum} in all, are compared with the monthly threshold together`,
    continuous: (period: string, item: string, count: number, sum: string) =>
      `${count} payments for one kind of work (${item}) in ${period}, ${sum} in all, are taxed as the income of one month`,
    total: (name: string, due: string, withheld: string) =>
      `${name}: ${due} due in all, ${withheld} withheld before`,
    nonResident: 'The payee is not a resident, so the table for non-residents applies',
    platform: 'The payer withholds cumulatively, so income tax is that of the year so far',
    reversal: 'Reversal: returns what the payment bore, and settles the other payments without it',
    nothing: 'As the agreement estimated',
  },
} as const

const CENTS = 2
const PERIOD = 'yyyy-MM'.length
type Amount = WithheldAmounts['net']

const inWords = (amount: Amount) => grouped(amount.toFixed(CENTS))

/** Explains what an entry bears line by line, as the difference of what is due in all and what was withheld before. */
export function explainSettlement(
  settled: Settled,
  language: Language,
): { lines: SettlementLine[]; reasons: string[] } {
  const words = WORDS[language]
  const { withheld, estimate, payment, isReversal } = settled
  const balance = balanceOf(settled.before, settled.after, payment)
  const sign = isReversal ? Money('-1') : Money('1')
  const line = (label: string, estimated: string, amount: Amount, formula: string): SettlementLine => {
    const signed = sign.times(estimated)
    return {
      label,
      estimated: signed.toFixed(CENTS),
      settled: amount.toFixed(CENTS),
      difference: amount.minus(signed).toFixed(CENTS),
      formula,
    }
  }
  const formula = (due: Amount, before: Amount) => `${due.toFixed(CENTS)} − ${before.toFixed(CENTS)}`
  const surcharge = surchargesOf(withheld)
  const { due } = balance
  const lines = [
    line(words.payable, payment.payable.toFixed(CENTS), withheld.payable, words.agreed),
    line(words.vat, estimate.vat, withheld.vat, formula(due.vat, balance.withheld.vat)),
    line(
      words.surcharge,
      estimate.surcharge,
      surcharge,
      formula(surchargesOf(due), surchargesOf(balance.withheld)),
    ),
    line(
      words.incomeTax,
      estimate.incomeTax,
      withheld.incomeTax,
      formula(due.incomeTax, balance.withheld.incomeTax),
    ),
    line(
      words.net,
      estimate.net,
      withheld.net,
      [withheld.payable, withheld.vat, surcharge, withheld.incomeTax]
        .map((amount) => amount.toFixed(CENTS))
        .join(' − '),
    ),
  ]
  const isAsEstimated = lines.every(({ difference }) => Number(difference) === 0)
  const reasons = reasonsOf(settled, balance, language)
  return { lines, reasons: isAsEstimated && reasons.length === 0 ? [words.nothing] : reasons }
}

function reasonsOf(
  { payment, isReversal }: Settled,
  { due, withheld, payments }: Balance,
  language: Language,
): string[] {
  const words = WORDS[language]
  const period = payment.paidDate.slice(0, PERIOD)
  const reasons: string[] = isReversal ? [words.reversal] : []
  const ofDay = payments.filter(({ paidDate }) => paidDate === payment.paidDate)
  const ofMonth = payments.filter(({ paidDate }) => paidDate.startsWith(period))
  if (payment.vatBasis === 'month' && ofMonth.length > 1)
    reasons.push(words.sameMonth(period, ofMonth.length, grouped(sumOf(ofMonth))))
  else if (payment.vatBasis === 'day' && ofDay.length > 1)
    reasons.push(words.sameDay(payment.paidDate, ofDay.length, grouped(sumOf(ofDay))))
  if (payment.regime === 'nonResident') reasons.push(words.nonResident)
  if (payment.regime === 'platform') reasons.push(words.platform)
  const sameWork = ofMonth.filter(
    ({ laborItem, county, regime, isContinuous }) =>
      isContinuous &&
      payment.isContinuous &&
      laborItem === payment.laborItem &&
      county === payment.county &&
      regime === payment.regime,
  )
  if (sameWork.length > 1 && payment.regime !== 'platform') {
    const item = DICTIONARY_LABELS.labor_form[payment.laborItem as LaborForm][language]
    reasons.push(words.continuous(period, item, sameWork.length, grouped(sumOf(sameWork))))
  }
  if (payments.length > 1 || isReversal)
    reasons.push(
      words.total(words.vat, inWords(due.vat), inWords(withheld.vat)),
      words.total(words.incomeTax, inWords(due.incomeTax), inWords(withheld.incomeTax)),
    )
  return reasons
}
