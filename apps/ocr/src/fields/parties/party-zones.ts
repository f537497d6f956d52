import { CAPITALS } from '../capitals.ts'
import { BUYER, NAME_LABEL, SELLER, TAX_LABEL } from './party-patterns.ts'
import type { Zone } from './party-values.ts'
import { findSpans, leftOf, rightOf, type Row, type Span, textOf } from '../rows.ts'

/** Where the two parties are printed: beside each other, the seller below the totals, or with words that name them. */
export type Layout = 'beside' | 'stacked' | 'named'

const BESIDE = ['31', '32']
const STACKED = ['01', '04', '08', '10', '14', '20']

/** Motor vehicles' invoices, rolls, rail tickets and air itineraries name the party in each label. */
const NAMED = ['03', '11', '51', '61']

/** Whether both parties are named one below the other, as on a digital invoice that is printed on a roll. */
function isNarrow(labels: readonly Span[]): boolean {
  const [first, second] = labels.filter((label) => BUYER.test(textOf(label)) || SELLER.test(textOf(label)))
  if (!first || !second) return false
  const { height } = first.row
  return Math.abs(leftOf(first) - leftOf(second)) < 2 * height && second.row.y - first.row.y > height
}

/** The layout of a kind, and of an unknown kind by the places of labels that name no party. */
export function layoutOf(rows: readonly Row[], kind: string | null): Layout {
  const labels = findSpans(rows, NAME_LABEL)
  if (kind !== null && BESIDE.includes(kind)) return isNarrow(labels) ? 'named' : 'beside'
  if (kind !== null && STACKED.includes(kind)) return 'stacked'
  const open = labels.filter((label) => !BUYER.test(textOf(label)) && !SELLER.test(textOf(label)))
  const [first, second] = open
  if (open.length < labels.length || !first || !second || (kind !== null && NAMED.includes(kind)))
    return 'named'
  return Math.abs(first.row.y - second.row.y) < first.row.height ? 'beside' : 'stacked'
}

/** The heads of the table of goods. A row with several of them is the head of the table. */
const HEADS =
  /项目名称|货物或应税|应税劳务|规格型号|单\s?位(?!章|名|:)|数\s?量|单\s?价|(?<!合计)金\s?额|税率|征收率|税\s?额/gu
const HEADS_MIN = 3
const TOTALS = [CAPITALS, /价\s?税\s?合\s?计|\(?\s?[大小]\s?写\s?\)/gu, /(?<![税额用总款])合\s*计/gu]
const HEADING = /发票号码|发票代码|开票日期|校\s*验\s*码|机器编号|电子发票/gu
/** The seller's label begins in the middle of the page, the buyer's at its left edge. */
const BUYER_BEGINS_BEFORE = 0.35
const SELLER_BEGINS_AFTER = 0.4
const MIDDLE = 0.47
/** Values of stacked parties begin left of the security area and of the remarks. */
const STACKED_RIGHT = 0.58
/** The vertical label beside a party, in heights of the row. */
const SIDE_LABEL = 1.5

/** The rows of the totals are not farther apart, in heights of the row. */
const TOTALS_WITHIN = 6

interface Extent {
  left: number
  right: number
}

function headRow(rows: readonly Row[]): Row | undefined {
  const heads = rows.map((row) => ({ row, count: [...row.text.matchAll(HEADS)].length }))
  const best = heads.toSorted((a, b) => b.count - a.count)[0]
  return best && best.count >= HEADS_MIN ? best.row : undefined
}

/** The left and right edge of the invoice, which other text may lie beyond. */
function extentOf(rows: readonly Row[], labels: readonly Span[], totals: readonly Span[]): Extent {
  const head = headRow(rows)
  const known = [...labels, ...totals]
  const lefts = [...known.map(leftOf), head?.places[0]?.left ?? Infinity]
  const rights = [...known.map(rightOf), head?.places.at(-1)?.right ?? -Infinity]
  if (head) return { left: Math.min(...lefts), right: Math.max(...rights) }
  const ends = rows.map((row) => [row.places[0]?.left ?? 0, row.places.at(-1)?.right ?? 0] as const)
  return { left: Math.min(...ends.map(([left]) => left)), right: Math.max(...ends.map(([, right]) => right)) }
}

const labelsIn = (rows: readonly Row[]): Span[] => [
  ...findSpans(rows, NAME_LABEL),
  ...findSpans(rows, TAX_LABEL),
]

/** The lower edge of the heading: below its labels no title and no stamp of the authority is printed. */
const headingEnd = (rows: readonly Row[], above: number): number =>
  Math.max(
    -Infinity,
    ...findSpans(rows, HEADING)
      .map(({ row }) => row.y)
      .filter((y) => y < above),
  )

function splitBeside(labels: readonly Span[], { left, right }: Extent): number | null {
  const width = right - left
  const share = (x: number) => (x - left) / width
  const sorted = labels.toSorted((a, b) => leftOf(a) - leftOf(b))
  const [first, last] = [sorted[0], sorted.at(-1)]
  const beside = sorted.find((label) => share(leftOf(label)) > SELLER_BEGINS_AFTER)
  if (beside) return leftOf(beside) - SIDE_LABEL * beside.row.height
  if (!first || !last) return left + MIDDLE * width
  return share(leftOf(last)) < BUYER_BEGINS_BEFORE ? left + MIDDLE * width : null
}

export interface Zones {
  buyer: Zone
  seller: Zone
}

/** The lowest of the totals; null if there is none. */
function totalsOf(rows: readonly Row[]): Span[] {
  return TOTALS.flatMap((pattern) => findSpans(rows, pattern))
}

function zonesBeside(rows: readonly Row[]): Zones | null {
  const totals = totalsOf(rows)
  const head = headRow(rows)?.y
  const bottom = head ?? Math.min(...totals.map(({ row }) => row.y))
  const labels = labelsIn(rows).filter(({ row }) => row.y < bottom)
  const extent = extentOf(rows, labels, totals)
  const split = splitBeside(labels, extent)
  if (split === null || !Number.isFinite(bottom)) return null
  const top = headingEnd(rows, Math.min(bottom, ...labels.map(({ row }) => row.y - row.height / 2)))
  return {
    buyer: { left: -Infinity, right: split, top, bottom },
    seller: { left: split, right: Infinity, top, bottom },
  }
}

function zonesStacked(rows: readonly Row[]): Zones | null {
  const totals = totalsOf(rows)
  if (totals.length === 0) return null
  const first = Math.min(...totals.map(({ row }) => row.y))
  const near = totals.filter(({ row }) => row.y - first < TOTALS_WITHIN * row.height)
  const last = Math.max(...near.map(({ row }) => row.y + row.height / 2))
  const labels = labelsIn(rows)
  const extent = extentOf(rows, labels, totals)
  const right = extent.left + STACKED_RIGHT * (extent.right - extent.left)
  const bottom = Math.min(first, headRow(rows)?.y ?? Infinity)
  const firstLabel = Math.min(bottom, ...labels.map(({ row }) => row.y - row.height / 2))
  const zone = { left: -Infinity, right }
  return {
    buyer: { ...zone, top: headingEnd(rows, firstLabel), bottom },
    seller: { ...zone, top: last, bottom: Infinity },
  }
}

/** The parts of the page that each party is printed in; null if they cannot be told apart. */
export const zonesOf = (rows: readonly Row[], layout: Layout): Zones | null =>
  layout === 'beside' ? zonesBeside(rows) : layout === 'stacked' ? zonesStacked(rows) : null
