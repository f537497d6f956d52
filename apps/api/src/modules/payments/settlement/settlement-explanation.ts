import type { Language } from '@consilium/contract/errors.ts'
import type { SettlementLine } from '@consilium/contract/payments/payments.ts'
import { balanceOf, Money, surchargesOf, type WithheldAmounts } from '../../fees/service.ts'
import { reasonsOf, TAX_WORDS, type Settled } from './settlement-reasons.ts'

const WORDS = {
  'zh-CN': {
    ...TAX_WORDS['zh-CN'],
    payable: '应付金额',
    net: '实付金额',
    agreed: '约定的劳务费',
    nothing: '与协议估算一致',
  },
  en: {
    ...TAX_WORDS.en,
    payable: 'Payable amount',
    net: 'Net amount',
    agreed: 'the agreed fee',
    nothing: 'As the agreement estimated',
  },
} as const

const CENTS = 2
type Amount = WithheldAmounts['net']

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
  const reasons = reasonsOf(settled, balance, isAsEstimated, language)
  return { lines, reasons: isAsEstimated && reasons.length === 0 ? [words.nothing] : reasons }
}
