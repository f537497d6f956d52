import type { FoundValue, Known } from './fields.ts'
import { fromCents, isPlausibleTax, isUsualTax } from './money.ts'
import { rightOf, type Row } from './rows.ts'
import {
  capitalsIn,
  itemTotals,
  labelledPair,
  type Pair,
  pairsIn,
  type Sum,
  sumsIn,
  taxIn,
  totalIn,
} from './sums.ts'

export { parseMoney } from './sums.ts'

const CONFIRMED = 1
/** Confidence of an amount that agrees with no other one, and of one that contradicts others. */
const ALONE = 0.8
const DOUBTFUL = 0.5
/** Below this certainty a reading that contradicts others is not answered. */
const CERTAIN_READING = 0.9
/** The most distance between the right ends of amounts in one column, in heights of the row. */
const ALIGNED = 2.5

export interface Amounts {
  amount: FoundValue | null
  tax_amount: FoundValue | null
  total_amount: FoundValue | null
}

const found = ({ span, cents, confidence }: Sum, trust: number): FoundValue => ({
  value: fromCents(cents),
  confidence: confidence * trust,
  spans: [span],
})

const rejected = (sum: Sum): FoundValue => ({ ...found(sum, DOUBTFUL), isRejected: true })

/** The readings that say something else than the chosen one. */
const othersThan = (cents: number, sums: readonly (Sum | undefined)[]): FoundValue[] =>
  sums.flatMap((sum) => (sum && sum.cents !== cents ? [rejected(sum)] : []))

interface Total {
  /** The totals that the page or the QR code may mean, the likeliest first. */
  candidates: number[]
  figures: Sum | undefined
  capitals: Sum | undefined
  /** All printed totals. */
  read: readonly Sum[]
  /** What the lines of goods come to. */
  items: readonly number[]
}

/** The total in figures that is to be answered: where its label leads to another amount than the capitals say, one that agrees. */
function agreeingWith(
  rows: readonly Row[],
  labelled: Sum | undefined,
  capitals: Sum | undefined,
): Sum | undefined {
  if (!labelled || !capitals || labelled.cents === capitals.cents) return labelled
  return sumsIn(rows).find(({ cents }) => cents === capitals.cents) ?? labelled
}

function readTotal(rows: readonly Row[], known: Known): Total {
  const capitals = capitalsIn(rows)
  const labelled = totalIn(rows, capitals)
  const figures = agreeingWith(rows, labelled, capitals)
  const read = [...new Set([figures, capitals, labelled])].filter((sum) => sum !== undefined)
  const printed = [figures, capitals].flatMap((sum) => sum?.cents ?? [])
  return {
    candidates: known.total === null ? [...new Set(printed)] : [known.total],
    figures,
    capitals,
    read,
    items: itemTotals(rows, labelled),
  }
}

/** The amounts above an amount, in the same column. */
function columnAbove(rows: readonly Row[], { span }: Sum): Sum[] {
  const above = rows.filter(({ y }) => y < span.row.y - span.row.height / 2)
  return sumsIn(above).filter(
    (sum) => Math.abs(rightOf(sum.span) - rightOf(span)) < ALIGNED * span.row.height,
  )
}

/** A printed amount, or the sum of several printed ones. */
interface Reading {
  cents: number
  sums: Sum[]
}

/** Possible values of an amount: as read, each amount above it in its column, and the sum of that column. */
function readingsOf(rows: readonly Row[], sum: Sum | undefined): Reading[] {
  if (!sum) return []
  const column = columnAbove(rows, sum)
  const added = { cents: column.reduce((total, { cents }) => total + cents, 0), sums: column }
  const single = [sum, ...column].map((one) => ({ cents: one.cents, sums: [one] }))
  return column.length > 1 ? [...single, added] : single
}

interface Fit {
  amount: Reading
  tax: Reading
  total: number
}

/** Pairs of an amount and a tax in the order in which they are trusted: after the label, the lowest row, column by column. */
function candidatesOf(rows: readonly Row[], labelled: Pair | undefined): Omit<Fit, 'total'>[] {
  const reading = (sum: Sum): Reading => ({ cents: sum.cents, sums: [sum] })
  const { amount: sum, tax: beside } = labelled ?? {}
  const direct = sum && beside ? [{ amount: sum, tax: beside }] : []
  const printed = [...direct, ...pairsIn(rows)].map(({ amount, tax }) => ({
    amount: reading(amount),
    tax: reading(tax),
  }))
  const taxes = readingsOf(rows, labelled?.tax)
  const columns = readingsOf(rows, labelled?.amount).flatMap((amount) =>
    taxes.map((tax) => ({ amount, tax })),
  )
  return [...printed, ...columns]
}

/** The first pair that adds up to a possible total and agrees with what the QR code says. */
function findFit(
  candidates: readonly Omit<Fit, 'total'>[],
  totals: readonly number[],
  known: Known,
): Fit | undefined {
  for (const total of totals) {
    const pair = candidates.find(
      ({ amount, tax }) =>
        amount.cents + tax.cents === total &&
        (known.amount === null || amount.cents === known.amount) &&
        isPlausibleTax(amount.cents, tax.cents),
    )
    if (pair) return { ...pair, total }
  }
  return undefined
}

/** A reading that adds up with others. A sum of several printed amounts is derived. */
function confirmed({ cents, sums }: Reading, asRead: Sum | undefined): FoundValue {
  const first = sums[0]!
  const isDerived = sums.length > 1
  const moved = asRead !== undefined && cents !== asRead.cents
  return {
    value: fromCents(cents),
    confidence: Math.min(...sums.map(({ confidence }) => confidence)) * (moved ? DOUBTFUL : CONFIRMED),
    spans: isDerived ? sums.map(({ span }) => span) : [first.span],
    isDerived,
    others: othersThan(cents, [asRead]),
  }
}

/** The printed total that means `total`; readings that mean something else are kept beside it. */
function chooseTotal({ read }: Total, total: number | undefined, isFit: boolean): FoundValue | null {
  const agreeing = read.filter(({ cents }) => cents === total)
  const [chosen] = agreeing
  if (!chosen) return read[0] ? { ...rejected(read[0]), others: read.slice(1).map(rejected) } : null
  const surest = agreeing.reduce((best, sum) => (sum.confidence > best.confidence ? sum : best))
  return {
    ...found(surest, isFit || agreeing.length > 1 ? CONFIRMED : ALONE),
    spans: [chosen.span],
    isAgreed: agreeing.length > 1,
    others: othersThan(chosen.cents, read),
  }
}

/**
 * The only total that is possible, or among two the one whose tax has a usual rate or to which the lines of goods add up; the amount is
 * the QR code's.
 */
function likelyTotal({ candidates, items }: Total, amount: number | null): number | undefined {
  const possible = candidates.filter((total) => amount === null || isPlausibleTax(amount, total - amount))
  if (possible.length < 2) return possible[0]
  const usual = possible.filter((total) => amount !== null && isUsualTax(amount, total - amount))
  const added = possible.filter((total) => items.includes(total))
  const [likely] = [usual, added].find(({ length }) => length === 1) ?? []
  return likely
}

/** A printed total that contradicts the QR code is a difference that people must see. */
const contradicting = ({ figures, capitals }: Total): FoundValue | null => {
  const printed = figures ?? capitals
  return printed ? { ...found(printed, DOUBTFUL), others: othersThan(printed.cents, [capitals]) } : null
}

/** Of amounts that do not add up, one that is impossible or uncertain is not answered. */
function answer(sum: Sum | undefined, isPossible: boolean, isAlone: boolean): FoundValue | null {
  if (!sum) return null
  if (isPossible && isAlone) return found(sum, ALONE)
  return isPossible && sum.confidence >= CERTAIN_READING ? found(sum, DOUBTFUL) : rejected(sum)
}

/** Which of an amount and a tax that contradict a certain total may be right: the one that leaves a usual rate, or both. */
function usualParts(amount: Sum | undefined, tax: Sum, total: number, known: Known): [boolean, boolean] {
  if (known.amount !== null) return [true, false]
  const amountFits = amount !== undefined && isUsualTax(amount.cents, total - amount.cents)
  const taxFits = isUsualTax(total - tax.cents, tax.cents)
  return amountFits === taxFits ? [true, true] : [amountFits, taxFits]
}

/** After the label only one amount may be legible. It is the tax if it cannot be the amount. */
function onlyTax(labelled: Pair | undefined, total: number | undefined): Partial<Pair> {
  if (!labelled || labelled.tax || total === undefined) return labelled ?? {}
  const { cents } = labelled.amount
  const isTax = !isPlausibleTax(cents, total - cents) && isUsualTax(total - cents, cents)
  return isTax ? { tax: labelled.amount } : labelled
}

/** What is known without three amounts that add up. */
function unsettled(rows: readonly Row[], labelled: Pair | undefined, total: Total, known: Known): Amounts {
  const sum = known.total ?? likelyTotal(total, known.amount)
  const { amount, tax = taxIn(rows) } = onlyTax(labelled, sum)
  const base = known.amount ?? amount?.cents
  const chosen = chooseTotal(total, sum, false)
  const isAlone = !tax || sum === undefined || base === undefined
  const isPossible =
    amount !== undefined && (sum === undefined || isPlausibleTax(amount.cents, sum - amount.cents))
  const isPossibleTax = tax !== undefined && (base === undefined || isPlausibleTax(base, tax.cents))
  const isSure = known.total !== null || chosen?.isAgreed === true
  const [amountFits, taxFits] =
    tax && sum !== undefined && !isAlone && isSure ? usualParts(amount, tax, sum, known) : [true, true]
  return {
    amount: answer(amount, isPossible && amountFits, isAlone),
    tax_amount: answer(tax, isPossibleTax && taxFits, isAlone),
    total_amount: chosen?.isRejected && known.total !== null ? contradicting(total) : chosen,
  }
}

/**
 * Amount, tax and total. Among the printed amounts those are chosen that add up and agree with the QR code; the label of the
 * totals only says which of them are tried first. What contradicts itself is left open.
 */
export function findAmounts(rows: readonly Row[], known: Known): Amounts {
  const labelled = labelledPair(rows)
  const total = readTotal(rows, known)
  const fit = findFit(candidatesOf(rows, labelled), total.candidates, known)
  if (!fit) return unsettled(rows, labelled, total, known)
  return {
    amount: confirmed(fit.amount, labelled?.amount),
    tax_amount: confirmed(fit.tax, labelled?.tax),
    total_amount: chooseTotal(total, fit.total, true),
  }
}
