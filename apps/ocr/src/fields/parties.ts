import type { FoundValue } from './fields.ts'
import { valueAfter } from './labelled.ts'
import { confidenceOf, findSpans, leftOf, rightOf, type Row, type Span, textOf } from './rows.ts'
import {
  ANY_LABEL,
  BARE_TAX_ID,
  BUYER,
  LATIN,
  NAME,
  NAME_CHARACTERS,
  NAME_LABEL,
  NO_NAME,
  ORGANIZATION,
  SECURITY_AREA,
  SELLER,
  TAX_ID,
  TAX_LABEL,
} from './party-patterns.ts'
import { toName } from './plain-text.ts'
import { isTaxIdValid, repairTaxId } from './tax-id.ts'

export type Role = 'buyer' | 'seller'

const SAME_ROW = 0.7
/** Distances within a party's block, in heights of the row. */
const TAX_ROW_DISTANCE_MAX = 6
const ASIDE_DISTANCE_MAX = 5
const UNLABELLED_DISTANCE_MAX = 2.6
const VALUE_DISTANCE_MAX = 16
const CONTINUED_WITHIN = 1.9
/** Shorter names, in heights of the row, have no second row. */
const MANY_HEIGHTS = 8
/** A buyer's label begins within this part of the page's width. */
const BUYER_HALF = 0.42
/** Confidence of a value that was found by its place alone. */
const WITHOUT_LABEL = 0.8

export type Parties = Record<`${Role}_name` | `${Role}_tax_id`, FoundValue | null>

interface Block {
  label: Span
  role: Role | null
  name: FoundValue | null
  tax: { label: Span; value: FoundValue | null } | null
}

function roleOf(label: Span): Role | null {
  const text = textOf(label)
  if (BUYER.test(text)) return 'buyer'
  return SELLER.test(text) ? 'seller' : null
}

/** The kind of organization is looked for after the last Latin letter or digit. */
const isBareName = (text: string): boolean =>
  NAME_CHARACTERS.test(text) && !NO_NAME.test(text) && ORGANIZATION.test(text.split(LATIN).at(-1) ?? '')

/** The span, ending where another label begins. */
function cutAtLabel(span: Span): Span {
  const text = textOf(span)
  const next = ANY_LABEL.exec(text)
  return next ? { ...span, end: span.start + next.index } : span
}

/** The second row of a name that is too long for one row. It begins below the first. */
function continuation(rows: readonly Row[], label: Span, value: Span): Span | null {
  const { y, height } = value.row
  const below = rows.filter((row) => row.y > y && row.y - y < CONTINUED_WITHIN * height)
  const found = findSpans(below, /[^\t]+/gu).find((piece) => {
    const text = textOf(piece)
    const under = leftOf(piece) > leftOf(label) - height && leftOf(piece) < leftOf(value) + height
    return under && /^[\p{Script=Han}()]{2,}$/u.test(text) && !ANY_LABEL.test(text)
  })
  return found ?? null
}

function readName(rows: readonly Row[], label: Span): FoundValue | null {
  const found = valueAfter(rows, label, NAME, ANY_LABEL)
  if (!found) return null
  const value = cutAtLabel(found)
  const first = textOf(value)
  if (SECURITY_AREA.test(first) || first.trim() === '') return null
  const more =
    rightOf(value) - leftOf(value) > MANY_HEIGHTS * value.row.height && continuation(rows, label, value)
  const name = toName(more ? first + textOf(more) : first)
  const confidence = Math.min(confidenceOf(value), more ? confidenceOf(more) : 1)
  return name === '' ? null : { value: name, confidence }
}

function toTaxId(span: Span): FoundValue {
  const value = repairTaxId(textOf(span).replaceAll(' ', '').toUpperCase())
  return { value, confidence: confidenceOf(span) * (isTaxIdValid(value) === false ? WITHOUT_LABEL : 1) }
}

function readTaxId(rows: readonly Row[], label: Span): FoundValue | null {
  const found = valueAfter(rows, label, TAX_ID, ANY_LABEL)
  return found && toTaxId(found)
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
    const fitting = blocks
      .flatMap((block) => {
        const fit = block.tax ? undefined : misfit(block.label, tax.label)
        return fit === undefined ? [] : [{ block, fit }]
      })
      .toSorted((a, b) => a.fit - b.fit)[0]
    if (fitting) fitting.block.tax = tax
    else if (tax.value) blocks.push({ label: tax.label, role: null, name: null, tax })
  }
  return blocks
    .filter(({ name, tax, role }) => role !== null || name !== null || tax?.value)
    .map((block) => complete(rows, block))
}

/** Pieces of text below (1) or above (-1) a label and in its column, the nearest first. */
function segmentsNear(rows: readonly Row[], label: Span, down: 1 | -1): Span[] {
  const { y, height } = label.row
  const steps = (row: Row) => ((row.y - y) / height) * down
  const near = rows.filter((row) => steps(row) > SAME_ROW && steps(row) < UNLABELLED_DISTANCE_MAX)
  const aside = (span: Span) => (leftOf(span) - leftOf(label)) / height
  return findSpans(near, /[^\t]+/gu)
    .filter((span) => aside(span) > -1 && aside(span) < VALUE_DISTANCE_MAX)
    .toSorted((a, b) => steps(a.row) - steps(b.row) || leftOf(a) - leftOf(b))
}

/** A name whose label could not be read is looked for above the tax id. */
function nameAbove(rows: readonly Row[], label: Span): FoundValue | null {
  const span = segmentsNear(rows, label, -1).find((one) => isBareName(textOf(one)))
  return span ? { value: toName(textOf(span)), confidence: confidenceOf(span) * WITHOUT_LABEL } : null
}

/** A tax id whose label could not be read is looked for below the name. */
function taxIdBelow(rows: readonly Row[], label: Span): FoundValue | null {
  const segments = segmentsNear(rows, label, 1)
  const span = segments.find((one) => BARE_TAX_ID.test(textOf(one)))
  const found = span && toTaxId(span)
  return found ? { ...found, confidence: found.confidence * WITHOUT_LABEL } : null
}

/** Adds the name or the tax id whose label could not be read. */
function complete(rows: readonly Row[], block: Block): Block {
  const { label, name, tax } = block
  if (!name && tax?.value) return { ...block, name: nameAbove(rows, tax.label) }
  if (name && !tax) return { ...block, tax: { label, value: taxIdBelow(rows, label) } }
  return block
}

const isBeside = (one: Block, other: Block): boolean =>
  Math.abs(one.label.row.y - other.label.row.y) < 2 * one.label.row.height

/** Sorts the buyer first: blocks beside each other from left to right, others from top to bottom. */
function comesFirst(one: Block, other: Block): number {
  if (isBeside(one, other)) return leftOf(one.label) - leftOf(other.label)
  return one.label.row.y - other.label.row.y
}

/** The role of the only block on a page: a block on the right or below the totals is the seller's. */
function roleOfOnly(block: Block, rows: readonly Row[]): Role {
  const rightmost = Math.max(...rows.map((row) => row.places.at(-1)?.right ?? 0))
  const totals = findSpans(rows, /合\s*计/gu)[0]
  if (totals && block.label.row.y > totals.row.y) return 'seller'
  return leftOf(block.label) > rightmost * BUYER_HALF ? 'seller' : 'buyer'
}

function assignRoles(blocks: Block[], rows: readonly Row[]): Partial<Record<Role, Block>> {
  const named = (role: Role) => blocks.find((block) => block.role === role)
  const open = blocks.filter(({ role }) => role === null).toSorted(comesFirst)
  const parties: Partial<Record<Role, Block>> = {}
  const [buyer, seller] = [named('buyer'), named('seller')]
  if (buyer) parties.buyer = buyer
  if (seller) parties.seller = seller
  if (!buyer && !seller && open.length === 1) return { [roleOfOnly(open[0]!, rows)]: open[0]! }
  for (const block of open) {
    if (!parties.buyer) parties.buyer = block
    else if (!parties.seller && (!buyer || block.name)) parties.seller = block
  }
  return parties
}

/** Buyer and seller by their labels, otherwise by their places: left and right, or above and below. */
export function findParties(rows: readonly Row[]): Parties {
  const { buyer, seller } = assignRoles(makeBlocks(rows), rows)
  return {
    buyer_name: buyer?.name ?? null,
    buyer_tax_id: buyer?.tax?.value ?? null,
    seller_name: seller?.name ?? null,
    seller_tax_id: seller?.tax?.value ?? null,
  }
}
