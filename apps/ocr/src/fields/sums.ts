import { CAPITALS, readCapitals } from './capitals.ts'
import { toCents } from './money.ts'
import { confidenceOf, findSpans, leftOf, rightOf, type Row, type Span, textOf } from './rows.ts'

/** A printed amount: sign and currency in either order, with or without thousands separators, always with cents. */
const MONEY =
  /(?:(?:CNY|RMB|¥|(?<![A-Z0-9])[YV])\s?)?(?:-\s?)?(?:¥\s?)?(?<![\d.,])(?:\d{1,3}(?:,\s?\d{3})+|\d+)\s?[.,。·]\s?\d{2}(?![\d%])/gu
const NO_TAX = /(?<!\d)\*{1,3}(?![\d*\p{Script=Han}])|免税|不征税/gu
/** A motor vehicle's invoice prints the word before the price without tax, too. */
const SMALL = /(?<!不\s?含\s?税\s?价.{0,4})小\s?写\s?\)?/gu
/** "合计" as the label of the total of all goods without tax. */
const SUM_LABEL = /(?<![税额用总款]|税\s)合\s*计(?!金额|\(|:)/gu
const TOTAL_LABELS = [
  /价\s?税\s?合\s?计/gu,
  /合计金额|金额合计/gu,
  /票\s?价|退票费|改签费/gu,
  /(?:总\s?金额|总\s?计|实收金额|金额)\s?:/gu,
]
const PRICE_LABELS = [/不\s?含\s?税\s?价/gu]
/** On an air itinerary "合计" is the label of the total with tax. */
const ITINERARY = /航空\s?运输|民航\s?发展\s?基金/gu
const ITINERARY_TOTAL = [/合\s?计/gu]
const TAX_LABELS = [/增值税税额|税\s?额\s?:/gu]

/** A printed amount and its place. */
export interface Sum {
  span: Span
  cents: number
  confidence: number
}

/** The cents of a printed amount. A comma before the last two digits is a misread point. */
export function parseMoney(text: string): number | null {
  const compact = text.replaceAll(/[^\d.,。·-]/g, '')
  const [, sign = '', units = '', cents = ''] = /^(-?)(.*)[.,。·](\d{2})$/.exec(compact) ?? []
  const digits = units.replaceAll(/\D/g, '')
  return digits === '' ? null : toCents(`${sign}${digits}.${cents}`)
}

const toSum = (span: Span, cents: number): Sum => ({ span, cents, confidence: confidenceOf(span) })

export function sumsIn(rows: readonly Row[], from = 0): Sum[] {
  return findSpans(rows, MONEY).flatMap((span) => {
    const cents = span.start < from ? null : parseMoney(textOf(span))
    return cents === null ? [] : [toSum(span, cents)]
  })
}

/** Asterisks and words that stand for no tax. */
export const noTaxIn = (rows: readonly Row[]): Sum[] => findSpans(rows, NO_TAX).map((span) => toSum(span, 0))

/** The first amount to the right of a label; it may be printed slightly above or below the label. */
function sumAfter(rows: readonly Row[], label: Span): Sum | undefined {
  const beside = sumsIn([label.row], label.end)[0]
  if (beside) return beside
  const { y, height } = label.row
  const near = rows.filter((row) => row !== label.row && Math.abs(row.y - y) < height)
  return sumsIn(near).find(({ span }) => leftOf(span) > rightOf(label) - height)
}

function firstAfter(rows: readonly Row[], labels: readonly RegExp[]): Sum | undefined {
  for (const label of labels)
    for (const span of findSpans(rows, label)) {
      const found = sumAfter(rows, span)
      if (found) return found
    }
  return undefined
}

export const isItinerary = (rows: readonly Row[]): boolean => findSpans(rows, ITINERARY).length > 0

/** The total in capitals. */
export function capitalsIn(rows: readonly Row[]): Sum | undefined {
  const read = findSpans(rows, CAPITALS).flatMap((span) => {
    const cents = readCapitals(textOf(span))
    return cents === null ? [] : [toSum(span, cents)]
  })
  return read[0]
}

/** The total in figures: after its label, or to the right of the capitals if the label could not be read. */
export function totalIn(rows: readonly Row[], capitals: Sum | undefined): Sum | undefined {
  const labelled = firstAfter(rows, isItinerary(rows) ? ITINERARY_TOTAL : [SMALL, ...TOTAL_LABELS])
  return labelled ?? (capitals && sumAfter(rows, capitals.span))
}

/** A row with both is the head of a table of goods. */
const ITEM_NAME = /项\s?目|货\s?物|品\s?名/u
const ITEM_SUM = /金\s?额|单\s?价|数\s?量/u

/** What the lines of goods come to: their last amounts, and their last two, which are the amount and its tax. */
export function itemTotals(rows: readonly Row[], total: Sum | undefined): number[] {
  const head = rows.find(({ text }) => ITEM_NAME.test(text) && ITEM_SUM.test(text))?.y
  if (head === undefined) return []
  const end = total?.span.row.y ?? Infinity
  const items = rows.filter(({ y, text }) => y > head && y < end && !SUM_ROW.test(text))
  const sums = items.map((row) => sumsIn([row])).filter(({ length }) => length > 0)
  const added = (last: number) =>
    sums.flatMap((row) => row.slice(-last)).reduce((sum, { cents }) => sum + cents, 0)
  return sums.length === 0 ? [] : [added(1), added(2)]
}

/** Rows that sum up others. */
const SUM_ROW = /合\s*计|小\s*计|大\s*写|小\s*写/u

export const taxIn = (rows: readonly Row[]): Sum | undefined => firstAfter(rows, TAX_LABELS)

export interface Pair {
  amount: Sum
  tax: Sum | undefined
}

/** The amount after "合计" with the tax beside it, or the price without tax; without a label there is none. */
export function labelledPair(rows: readonly Row[]): Pair | undefined {
  const price = firstAfter(rows, PRICE_LABELS)
  if (price) return { amount: price, tax: taxIn(rows) }
  const labels = isItinerary(rows) ? [] : findSpans(rows, SUM_LABEL)
  for (const label of labels) {
    const { row } = label
    const near = rows.filter((other) => other !== row && Math.abs(other.y - row.y) < row.height)
    const own = sumsIn([row], label.end)
    const beside = own.length >= 2 ? own : [...own, ...sumsIn(near)]
    const [amount, tax] = beside
      .filter(({ span }) => leftOf(span) > rightOf(label))
      .toSorted((a, b) => leftOf(a.span) - leftOf(b.span))
    if (!amount) continue
    return {
      amount,
      tax: tax ?? noTaxIn([row, ...near]).find(({ span }) => leftOf(span) > rightOf(amount.span)),
    }
  }
  return undefined
}

/** Every amount with an amount or asterisks to the right of it, the lowest ones first. */
export function pairsIn(rows: readonly Row[]): { amount: Sum; tax: Sum }[] {
  const sums = sumsIn(rows)
  const right = [...sums, ...noTaxIn(rows)]
  const pairs = sums.flatMap((amount) =>
    right
      .filter(({ span }) => {
        const apart = Math.abs(span.row.y - amount.span.row.y)
        return apart < amount.span.row.height && leftOf(span) > rightOf(amount.span)
      })
      .map((tax) => ({ amount, tax })),
  )
  return pairs.toSorted((a, b) => b.amount.span.row.y - a.amount.span.row.y)
}
