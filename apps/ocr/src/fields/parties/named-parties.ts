import type { FoundValue } from '../fields.ts'
import { BUYER, NAME_LABEL, type PartyValues, type Role, SELLER, TAX_LABEL } from './party-patterns.ts'
import { bareName, bareTaxIds, readName, readTaxId } from './party-values.ts'
import { findSpans, leftOf, type Row, type Span } from '../rows.ts'

const SAME_ROW = 0.7
/** Distances within a party's block, in heights of the row. */
const TAX_ROW_DISTANCE_MAX = 6
const ASIDE_DISTANCE_MAX = 5
const UNLABELLED_DISTANCE_MAX = 2.6
const VALUE_DISTANCE_MAX = 16
/** Rail tickets and air itineraries print the tax id of the buyer only. */
const ONLY_BUYER = ['51', '61']
/** Rolls print the seller above the buyer. */
const SELLER_FIRST = ['11']

interface Block {
  label: Span
  role: Role | null
  name: FoundValue | null
  tax: { label: Span; value: FoundValue | null } | null
}

/** The words that may stand before "名称" and "税号" in one label. */
const ROLE_LENGTH = 4

/** The party that the label names, by its own words or those directly before it. */
function roleOf({ row, start, end }: Span): Role | null {
  const text =
    row.text
      .slice(Math.max(0, start - ROLE_LENGTH), end)
      .split('\t')
      .at(-1) ?? ''
  if (BUYER.test(text)) return 'buyer'
  return SELLER.test(text) ? 'seller' : null
}

/** The distance of a tax id's label from the place below or beside a name's label; undefined if they cannot belong together. */
function misfit(name: Span, tax: Span): number | undefined {
  const { height } = name.row
  const down = (tax.row.y - name.row.y) / height
  const aside = (leftOf(tax) - leftOf(name)) / height
  if (Math.abs(down) < SAME_ROW) return aside > 0 ? aside / 2 : undefined
  if (down < 0 || down > TAX_ROW_DISTANCE_MAX || Math.abs(aside) > ASIDE_DISTANCE_MAX) return undefined
  return down + Math.abs(aside)
}

/** Pairs each name with the nearest tax id. A tax id without a name is a block of its own. */
function makeBlocks(rows: readonly Row[]): Block[] {
  const blocks = findSpans(rows, NAME_LABEL).map((label): Block => {
    return { label, role: roleOf(label), name: readName(rows, label), tax: null }
  })
  const taxes = findSpans(rows, TAX_LABEL).map((label) => ({ label, value: readTaxId(rows, label) }))
  for (const tax of taxes) {
    const role = roleOf(tax.label)
    const fitting = blocks
      .flatMap((block) => {
        const isOther = role !== null && block.role !== null && role !== block.role
        const fit = block.tax || isOther ? undefined : misfit(block.label, tax.label)
        return fit === undefined ? [] : [{ block, fit }]
      })
      .toSorted((a, b) => a.fit - b.fit)[0]
    if (fitting) fitting.block.tax = tax
    else if (tax.value) blocks.push({ label: tax.label, role, name: null, tax })
  }
  return blocks.filter(({ name, tax, role }) => role !== null || name !== null || tax?.value)
}

/** Pieces of text above (-1) or below (1) a label and in its column, the nearest first. */
function piecesNear(rows: readonly Row[], label: Span, down: 1 | -1): Span[] {
  const { y, height } = label.row
  const steps = (row: Row) => ((row.y - y) / height) * down
  const near = rows.filter((row) => steps(row) > SAME_ROW && steps(row) < UNLABELLED_DISTANCE_MAX)
  const aside = (span: Span) => (leftOf(span) - leftOf(label)) / height
  return findSpans(near, /[^\t]+/gu)
    .filter((span) => aside(span) > -ASIDE_DISTANCE_MAX && aside(span) < VALUE_DISTANCE_MAX)
    .toSorted((a, b) => steps(a.row) - steps(b.row) || leftOf(a) - leftOf(b))
}

/** The block's values. A name or tax id whose label could not be read is looked for above or below the other one. */
function valuesOf(rows: readonly Row[], { label, name, tax }: Block): PartyValues {
  const taxId = tax?.value ?? null
  if (!name && tax?.value) return { name: bareName(piecesNear(rows, tax.label, -1)), taxId }
  if (!name || tax) return { name, taxId }
  const below = piecesNear(rows, label, 1).map(({ row }) => row)
  return { name, taxId: bareTaxIds(below)[0]?.found ?? null }
}

const blockOf = (blocks: readonly Block[], role: Role, kind: string | null): Block | undefined => {
  const named = blocks.find((block) => block.role === role)
  const open = blocks.filter((block) => block.role === null)
  if (named || open.length !== 1) return named
  if (ONLY_BUYER.includes(kind ?? '')) return role === 'buyer' ? open[0] : undefined
  const other = blocks.find((block) => block.role !== null)
  if (!other || !SELLER_FIRST.includes(kind ?? '')) return undefined
  const isAbove = open[0]!.label.row.y < other.label.row.y
  return isAbove === (role === 'seller') ? open[0] : undefined
}

/** The parties of layouts whose labels name them. A block that names no party belongs to none. */
export function findNamedParties(rows: readonly Row[], kind: string | null): Record<Role, PartyValues> {
  const blocks = makeBlocks(rows)
  const party = (role: Role): PartyValues => {
    const block = blockOf(blocks, role, kind)
    return block ? valuesOf(rows, block) : { name: null, taxId: null }
  }
  return { buyer: party('buyer'), seller: party('seller') }
}
