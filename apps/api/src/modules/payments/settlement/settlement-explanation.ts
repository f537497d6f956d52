import type { Language } from '@consilium/contract/errors.ts'
import type { SettlementLine } from '@consilium/contract/payments/payments.ts'
import { balanceOf, Money, surchargesOf, type Balance, type WithheldAmounts } from '../../fees/service.ts'
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

/** What of an entry is compared with its estimate. */
interface Compared {
  label: 'payable' | 'vat' | 'surcharge' | 'incomeTax' | 'net'
  estimated: string
  settled: Amount
  /** What it is made of; null for the agreed fee. */
  formula: string | null
}

function comparedOf(
  { withheld, estimate, payment }: Settled,
  { due, withheld: before }: Balance,
): Compared[] {
  const lessBefore = (ofAll: Amount, taken: Amount) => `${ofAll.toFixed(CENTS)} − ${taken.toFixed(CENTS)}`
  const surcharge = surchargesOf(withheld)
  const { payable, vat, incomeTax, net } = withheld
  const ofSurcharges = lessBefore(surchargesOf(due), surchargesOf(before))
  const ofNet = [payable, vat, surcharge, incomeTax].map((amount) => amount.toFixed(CENTS)).join(' − ')
  return [
    { label: 'payable', estimated: payment.payable.toFixed(CENTS), settled: payable, formula: null },
    { label: 'vat', estimated: estimate.vat, settled: vat, formula: lessBefore(due.vat, before.vat) },
    { label: 'surcharge', estimated: estimate.surcharge, settled: surcharge, formula: ofSurcharges },
    {
      label: 'incomeTax',
      estimated: estimate.incomeTax,
      settled: incomeTax,
      formula: lessBefore(due.incomeTax, before.incomeTax),
    },
    { label: 'net', estimated: estimate.net, settled: net, formula: ofNet },
  ]
}

/**
 * Explains what an entry bears line by line, as the difference of what is due in all and what was withheld before. It is worked
 * out once for all languages.
 */
export function explainerOf(
  settled: Settled,
): (language: Language) => { lines: SettlementLine[]; reasons: string[] } {
  const balance = balanceOf(settled.before, settled.after, settled.payment)
  const sign = settled.isReversal ? Money('-1') : Money('1')
  const compared = comparedOf(settled, balance).map(({ estimated, settled: amount, ...line }) => {
    const signed = sign.times(estimated)
    const difference = amount.minus(signed).toFixed(CENTS)
    return { ...line, estimated: signed.toFixed(CENTS), settled: amount.toFixed(CENTS), difference }
  })
  const isAsEstimated = compared.every(({ difference }) => Number(difference) === 0)
  const said = reasonsOf(settled, balance, isAsEstimated)
  return (language) => {
    const words = WORDS[language]
    const lines = compared.map(({ label, formula, ...amounts }) => ({
      label: words[label],
      ...amounts,
      formula: formula ?? words.agreed,
    }))
    const isNothing = isAsEstimated && said.length === 0
    return { lines, reasons: isNothing ? [words.nothing] : said.map((reason) => reason(language)) }
  }
}

export const explainSettlement = (
  settled: Settled,
  language: Language,
): { lines: SettlementLine[]; reasons: string[] } => explainerOf(settled)(language)
