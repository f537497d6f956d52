import { ORIGINAL_PROBLEM_LABELS, VERIFICATION_LABELS } from '@consilium/contract/invoices/verification.ts'
import { EXPENSE_LABELS, type ExpenseCategory } from '@consilium/contract/attendees/expenses.ts'
import { isCreditCode } from '@consilium/contract/organizations/organizations.ts'
import type { Words } from '@consilium/contract/errors.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import { Money } from '../fees/service.ts'
import { areSerial, isBuyerAmong, plainName } from '../invoices/service.ts'
import type { Check, Finding } from './check.ts'
import type { Facts, InvoiceFact } from './facts.ts'

const DAY_MS = 24 * 3600 * 1000
const DAY_LENGTH = 10

const wordsOf = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

const noneOf = (open: readonly Evidence[]): Finding => ({ open, count: open.length })

/** What is wrong with an invoice: what a waiver of it rests on, and the words for it. */
interface Problem {
  mark: string
  words: Words
}

/** The key has the version and the mark, so that a waiver covers neither a change of the invoice nor another problem. */
const evidenceOf = (
  { recordId, version, invoiceNumber }: InvoiceFact,
  problem: Problem | null,
): Evidence => ({
  key: `invoice:${recordId}:${version}${problem?.mark ? `:${problem.mark}` : ''}`,
  name: invoiceNumber ?? (problem && '—'),
  ...(problem ? { expected: problem.words } : {}),
})

type FindProblem = (invoice: InvoiceFact, facts: Facts, threshold: number) => Problem | null
const problem = (mark: string, zh: string, en: string): Problem => ({ mark, words: wordsOf(zh, en) })

/** A check that every invoice must pass by itself. */
const eachInvoice = (problemOf: FindProblem): Check => ({
  module: 'invoices',
  look: (facts, threshold) =>
    noneOf(
      facts.invoices.flatMap((invoice) => {
        const found = problemOf(invoice, facts, threshold)
        return found === null ? [] : [evidenceOf(invoice, found)]
      }),
    ),
})

const invoicesThat = (isOpen: (invoice: InvoiceFact, facts: Facts) => boolean): Check => ({
  module: 'invoices',
  look: (facts) =>
    noneOf(
      facts.invoices.filter((invoice) => isOpen(invoice, facts)).map((invoice) => evidenceOf(invoice, null)),
    ),
})

const namesOf = ({ payers }: Pick<Facts, 'payers'>) => payers.map(({ orgName }) => orgName).join(' / ')

const buyers: FindProblem = ({ buyerName }, facts) => {
  const names = facts.payers.map(({ orgName }) => orgName)
  if (buyerName !== null && isBuyerAmong(buyerName, names) !== false) return null
  const wanted = namesOf(facts)
  return problem(
    '',
    `购买方“${buyerName ?? '—'}”，应为${wanted}`,
    `made out to “${buyerName ?? '—'}”, expected ${wanted}`,
  )
}

/** The number of the organization that is named, or of any of them if the name is another. */
const buyerCodes: FindProblem = ({ buyerName, buyerTaxId }, { payers }) => {
  const named = payers.filter(({ orgName }) => isBuyerAmong(buyerName, [orgName]) === true)
  const codes = (named.length > 0 ? named : payers).flatMap(({ creditCode }) => creditCode ?? [])
  const given = buyerTaxId?.toUpperCase() ?? null
  if (given !== null && codes.includes(given)) return null
  const wanted = codes.join(' / ') || '—'
  if (given !== null && !isCreditCode(given))
    return problem(
      codes.join(),
      `购买方税号${given}校验位不正确，应为${wanted}`,
      `the check character of ${given} is wrong, expected ${wanted}`,
    )
  return problem(
    codes.join(),
    `购买方税号${given ?? '—'}，应为${wanted}`,
    `buyer's tax number ${given ?? '—'}, expected ${wanted}`,
  )
}

const dayOf = (time: string | null) => time?.slice(0, DAY_LENGTH) ?? null
const shifted = (day: string | null, days: number) =>
  day === null ? null : new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH)

const dates: FindProblem = ({ issueDate }, { project }, days) => {
  const [from, to] = [shifted(dayOf(project.startTime), -days), shifted(dayOf(project.endTime), days)]
  const fits = issueDate !== null && (from === null || issueDate >= from) && (to === null || issueDate <= to)
  if (fits) return null
  return problem(
    `${from ?? ''}:${to ?? ''}`,
    `开票日期${issueDate ?? '—'}，应在${from ?? '…'}至${to ?? '…'}之间`,
    `issued ${issueDate ?? '—'}, expected ${from ?? '…'} to ${to ?? '…'}`,
  )
}

const sellers: FindProblem = ({ sellerName, sellerTaxId }, { payers, attendees }) => {
  const payer = payers.find(
    ({ orgName, creditCode }) =>
      isBuyerAmong(sellerName, [orgName]) === true ||
      (creditCode !== null && sellerTaxId?.toUpperCase() === creditCode),
  )
  if (payer)
    return problem(
      payer.orgName,
      `销售方是付款方${payer.orgName}，应为其他单位`,
      `sold by the payer ${payer.orgName}, expected somebody else`,
    )
  const attendee = attendees.find(
    ({ name }) => sellerName !== null && plainName(sellerName) === plainName(name),
  )
  return attendee
    ? problem(
        String(attendee.attendeeId),
        `销售方是参会专家${attendee.name}，应为其他单位`,
        `sold by the attendee ${attendee.name}, expected somebody else`,
      )
    : null
}

/** Kinds that are tickets, whatever they are entered as. */
const CATEGORY_OF_KIND: Readonly<Record<string, ExpenseCategory>> = {
  '14': 'travel',
  '51': 'travel',
  '61': 'travel',
}

const categories: FindProblem = ({ invoiceType, expenseCategory }, { budgetCategories }) => {
  const ofKind = CATEGORY_OF_KIND[invoiceType ?? '']
  const planned = budgetCategories.length > 0 ? budgetCategories : null
  const wanted = ofKind ? [ofKind] : planned
  const fits = expenseCategory !== null && (wanted === null || wanted.includes(expenseCategory))
  if (fits) return null
  const given = expenseCategory === null ? wordsOf('未选择', 'none') : EXPENSE_LABELS[expenseCategory]
  const list = (language: 'zh-CN' | 'en') =>
    wanted === null
      ? { 'zh-CN': '任一类别', en: 'any' }[language]
      : wanted.map((category) => EXPENSE_LABELS[category][language]).join(' / ')
  return problem(
    wanted?.join() ?? '',
    `费用类别${given['zh-CN']}，应为${list('zh-CN')}`,
    `category ${given.en}, expected ${list('en')}`,
  )
}

function allocations({ invoices, allocations: limits }: Facts): Finding {
  const open = limits.flatMap(({ category, amount }): Evidence[] => {
    const sum = invoices
      .filter(({ expenseCategory }) => (expenseCategory ?? 'other') === category)
      .reduce((total, { totalAmount }) => total.plus(totalAmount ?? '0'), Money('0'))
    if (!sum.gt(amount)) return []
    const { 'zh-CN': zh, en } = EXPENSE_LABELS[category]
    const expected = wordsOf(
      `${zh}发票合计${sum.toFixed(2)}，应不超过${amount}`,
      `${en} ${sum.toFixed(2)}, expected at most ${amount}`,
    )
    return [{ key: `allocation:${category}:${sum.toFixed(2)}:${amount}`, name: sum.toFixed(2), expected }]
  })
  return noneOf(open)
}

/** Invoices of one seller whose numbers follow one another, as when one bill is split. */
function series({ invoices }: Facts, distance: number): Finding {
  const bySeller = Map.groupBy(
    invoices.filter(({ sellerName, sellerTaxId }) => (sellerTaxId ?? sellerName) !== null),
    ({ sellerName, sellerTaxId }) => sellerTaxId?.toUpperCase() ?? plainName(sellerName ?? ''),
  )
  const open = [...bySeller.values()].flatMap((ofSeller) =>
    ofSeller.flatMap((invoice) => {
      const others = ofSeller.filter((other) => other !== invoice && areSerial(invoice, other, distance))
      if (others.length === 0) return []
      const numbers = others.map(({ invoiceNumber }) => invoiceNumber).join('、')
      const serial = problem(
        numbers,
        `${invoice.sellerName ?? '同一销售方'}的连号发票：${numbers}，号码应相差${distance}以上`,
        `numbers of one seller in a row: ${numbers}, expected more than ${distance} apart`,
      )
      return [evidenceOf(invoice, serial)]
    }),
  )
  return noneOf(open)
}

const verified: FindProblem = ({ verificationState }) =>
  verificationState === 'valid'
    ? null
    : problem(
        verificationState,
        `${VERIFICATION_LABELS[verificationState]['zh-CN']}，应为${VERIFICATION_LABELS.valid['zh-CN']}`,
        `${VERIFICATION_LABELS[verificationState].en}, expected ${VERIFICATION_LABELS.valid.en}`,
      )

const originals: FindProblem = ({ originalProblem }) =>
  originalProblem === null ? null : { mark: originalProblem, words: ORIGINAL_PROBLEM_LABELS[originalProblem] }

/** The checks of invoices, by what they are called in the contract. */
export const INVOICE_CHECKS = {
  invoices: {
    module: 'invoices',
    look: ({ invoices }) => ({
      open: invoices.length > 0 ? [] : [{ key: 'missing', name: null }],
      count: invoices.length,
    }),
  },
  duplicateInvoices: invoicesThat(({ isDuplicate }) => isDuplicate),
  invoiceDifferences: invoicesThat(({ needsReview }) => needsReview),
  invoiceBuyers: eachInvoice(buyers),
  invoiceBuyerCodes: eachInvoice(buyerCodes),
  invoiceDates: eachInvoice(dates),
  invoiceSellers: eachInvoice(sellers),
  invoiceCategories: eachInvoice(categories),
  invoiceAllocations: { module: 'budgets', look: allocations },
  invoiceSeries: { module: 'invoices', look: series },
  invoicesVerified: eachInvoice(verified),
  invoiceOriginals: eachInvoice(originals),
} as const satisfies Record<string, Check>
