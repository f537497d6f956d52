import { CAPITALS, readCapitals } from './capitals.ts'
import { fromCents, toCents } from './money.ts'
import type { FoundValue } from './fields.ts'
import { confidenceOf, findSpans, leftOf, rightOf, type Row, type Span, textOf } from './rows.ts'

/** A printed amount: sign and currency in either order, with or without thousands separators, always with cents. */
const MONEY =
  /(?:(?:CNY|RMB|¥|(?<![A-Z0-9])[YV])\s?)?(?:-\s?)?(?:¥\s?)?(?<![\d.,])(?:\d{1,3}(?:,\s?\d{3})+|\d+)\s?[.,。·]\s?\d{2}(?![\d%])/gu
const NO_TAX = /(?<!\d)\*{1,3}(?![\d*\p{Script=Han}])|免税|不征税/gu
const SMALL = /小\s?写\s?\)?/gu
/** "合计" as the label of the total of all goods without tax. */
const SUM_LABEL = /(?<![税额用总款]|税\s)合\s*计(?!金额|\(|:)/gu
const TOTAL_LABELS = [
  /价\s?税\s?合\s?计/gu,
  /合计金额|金额合计/gu,
  /票\s?价|退票费|改签费/gu,
  /(?:总\s?金额|总\s?计|实收金额|金额)\s?:/gu,
]
/** On an air itinerary "合计" is the label of the total with tax. */
const ITINERARY = /航空\s?运输|民航\s?发展\s?基金/gu
const ITINERARY_TOTAL = [/合\s?计/gu]
const TAX_LABELS = [/增值税税额|税\s?额\s?:/gu]
const CONFIRMED = 1
const DOUBTFUL = 0.6
/** The most distance between the right ends of amounts in one column, in heights of the row. */
const ALIGNED = 2.5

interface Sum {
  span: Span
  cents: number
}
interface Read {
  cents: number
  confidence: number
}

export interface Amounts {
  amount: FoundValue | null
  tax_amount: FoundValue | null
  total_amount: FoundValue | null
}

/** The cents of a printed amount. A comma before the last two digits is a misread point. */
export function parseMoney(text: string): number | null {
  const compact = text.replaceAll(/[^\d.,。·-]/g, '')
  const [, sign = '', units = '', cents = ''] = /^(-?)(.*)[.,。·](\d{2})$/.exec(compact) ?? []
  const digits = units.replaceAll(/\D/g, '')
  return digits === '' ? null : toCents(`${sign}${digits}.${cents}`)
}

function sumsIn(rows: readonly Row[], from = 0): Sum[] {
  return findSpans(rows, MONEY).flatMap((span) => {
    const cents = span.start < from ? null : parseMoney(textOf(span))
    return cents === null ? [] : [{ span, cents }]
  })
}

const toRead = ({ span, cents }: Sum): Read => ({ cents, confidence: confidenceOf(span) })

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

const isItinerary = (rows: readonly Row[]): boolean => findSpans(rows, ITINERARY).length > 0

/** The total in figures and in capitals. */
function findTotals(rows: readonly Row[]): { figures: Sum | undefined; capitals: Read | undefined } {
  const labels = isItinerary(rows) ? ITINERARY_TOTAL : [SMALL, ...TOTAL_LABELS]
  const figures = firstAfter(rows, labels)
  const capitals = findSpans(rows, CAPITALS).flatMap((span) => {
    const cents = readCapitals(textOf(span))
    return cents === null ? [] : [{ cents, confidence: confidenceOf(span) }]
  })
  return { figures, capitals: capitals[0] }
}

/** Amount and tax in the row "合计". Asterisks mean that there is no tax. */
function sumsOfRow(rows: readonly Row[], label: Span): { amount: Sum | undefined; tax: Sum | undefined } {
  const near = rows.filter((row) => row !== label.row && Math.abs(row.y - label.row.y) < label.row.height)
  const own = sumsIn([label.row], label.end)
  const beside = own.length >= 2 ? own : [...own, ...sumsIn(near)]
  const [amount, tax] = beside
    .filter(({ span }) => leftOf(span) > rightOf(label))
    .toSorted((a, b) => leftOf(a.span) - leftOf(b.span))
  if (!amount || tax) return { amount, tax }
  const stars = findSpans([label.row, ...near], NO_TAX).find((span) => leftOf(span) > rightOf(amount.span))
  return { amount, tax: stars ? { span: stars, cents: 0 } : undefined }
}

/** The amounts above an amount of the row "合计", in the same column. */
function columnAbove(rows: readonly Row[], { span }: Sum): number[] {
  const above = rows.filter(({ y }) => y < span.row.y - span.row.height / 2)
  return sumsIn(above)
    .filter((sum) => Math.abs(rightOf(sum.span) - rightOf(span)) < ALIGNED * span.row.height)
    .map(({ cents }) => cents)
}

const add = (sums: readonly number[]): number => sums.reduce((total, cents) => total + cents, 0)

/** Possible values of an amount: as read, the sum of the column above it, and each amount of that column. */
function readings(rows: readonly Row[], sum: Sum | undefined): number[] {
  if (!sum) return []
  const column = columnAbove(rows, sum)
  return [...new Set([sum.cents, ...(column.length > 0 ? [add(column)] : []), ...column])]
}

/** The first combination of readings that adds up. */
function reconcile(
  amounts: number[],
  taxes: number[],
  totals: number[],
): [number, number, number] | undefined {
  for (const total of totals)
    for (const amount of amounts)
      for (const tax of taxes) if (amount + tax === total) return [amount, tax, total]
  return undefined
}

const toValue = (read: Read | undefined, trust = 1): FoundValue | null =>
  read ? { value: fromCents(read.cents), confidence: read.confidence * trust } : null

/** The three amounts as read, if no combination of readings adds up. */
function asRead(amount: Sum | undefined, tax: Sum | undefined, total: Read | undefined): Amounts {
  const doubt = amount && tax && total ? DOUBTFUL : CONFIRMED
  return {
    amount: toValue(amount && toRead(amount), doubt),
    tax_amount: toValue(tax && toRead(tax), doubt),
    total_amount: toValue(total, doubt),
  }
}

function settle(rows: readonly Row[], amount: Sum | undefined, tax: Sum | undefined): Amounts {
  const { figures, capitals } = findTotals(rows)
  const total = figures ? toRead(figures) : capitals
  const totals = [figures?.cents, capitals?.cents].filter((cents) => cents !== undefined)
  const found = reconcile(readings(rows, amount), readings(rows, tax), totals)
  if (!amount || !tax || !total || !found) {
    const agreed = capitals && figures && capitals.cents === figures.cents
    return asRead(amount, tax, agreed ? { cents: figures.cents, confidence: capitals.confidence } : total)
  }
  const keep = (cents: number, read: Read) =>
    toValue({ cents, confidence: read.confidence }, cents === read.cents ? CONFIRMED : DOUBTFUL)
  return {
    amount: keep(found[0], toRead(amount)),
    tax_amount: keep(found[1], toRead(tax)),
    total_amount: keep(found[2], total),
  }
}

/** Amount, tax and total. Among several readings those that add up are chosen. */
export function findAmounts(rows: readonly Row[]): Amounts {
  const labels = isItinerary(rows) ? [] : findSpans(rows, SUM_LABEL)
  const label = labels.find((span) => sumsOfRow(rows, span).amount)
  const { amount, tax } = label ? sumsOfRow(rows, label) : { amount: undefined, tax: undefined }
  return settle(rows, amount, tax ?? firstAfter(rows, TAX_LABELS))
}
