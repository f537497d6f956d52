import type { FoundValue } from './fields.ts'
import { valueAfter } from './labelled.ts'
import { confidenceOf, findSpans, leftOf, rightOf, type Row, type Span, textOf } from './rows.ts'
import { toName } from './plain-text.ts'
import { isTaxIdValid, repairTaxId } from './tax-id.ts'

export type Role = 'buyer' | 'seller'

/** What labels call the two parties, on the layouts that there are. */
const BUYER = /购买方|购货方|购方|买方|受票方|付款方|付款单位|交款人|客户/u
const SELLER = /销售方|销货方|销方|售方|卖方|收款方|收款单位|开票方|填开单位/u
/**
 * "名称" alone is a party's; with ideographs before it ("项目名称", "服务名称") only where they name a party, or
 * belong to the label that stands on end beside it.
 */
const NAME_LABEL =
  /(?:(?:购买方|购货方|购方|买方|受票方|付款方|销售方|销货方|销方|卖方|收款方|开票方)\s?(?:信息)?\s?|(?<!\p{Script=Han})|(?<=(?:^|[\s\p{P}])[购买销售方信息货]))名\s*称|(?:付款单位|收款单位|填开单位|交款人)(?:\([章名称]*\))?(?!统一|\p{Script=Han})/gu
const TAX_LABEL =
  /(?:统\s?一\s?社\s?会\s?信\s?用\s?代\s?码\s?[^\d\t:]{0,2}\s?)?(?:纳\s?税\s?人\s?)?识\s?别\s?号|(?:统\s?一\s?社\s?会\s?)?信\s?用\s?代\s?码(?!.{0,3}纳\s?税)|税\s?号(?!码)/gu
/** Where another label begins, the value before it has ended. */
const ANY_LABEL =
  /(?:购买方|销售方|购货方|销货方|受票方)|名\s*称\s*:|统\s?一\s?社\s?会|纳\s?税\s?人\s?识|地\s*址|开\s*户\s*行|电\s*话\s*:|密\s?码\s?区|识\s?别\s?号|信\s?用\s?代\s?码|收\s?款\s?人|开\s?票\s?人/u
const NAME = /[^\t\p{Script=Han}A-Za-z]{0,12}[\p{Script=Han}A-Za-z][^\t]*/u
const TAX_ID = /[0-9A-Za-z](?: ?[0-9A-Za-z]){14,19}(?![0-9A-Za-z])/u
/** What stands alone and may be a name, and what in it is none. */
const NAME_CHARACTERS = /^[\p{Script=Han}()A-Za-z0-9]*$/u
const NO_NAME = /专用章|服务名称/u
const LATIN = /[A-Za-z0-9]/
const ORGANIZATION =
  /公司|中心|医院|大学|学院|学校|学会|协会|研究所|研究院|事务所|酒店|银行|委员会|厂|店|局|院|社|部|会/u
const BARE_TAX_ID = /^[0-9A-Z]{2}\d{6}[0-9A-Z]{10}$/u
/** The characters of the security area, which follows an empty name on old invoices. */
const SECURITY_AREA = /[<>+*/-].*[<>+*/-]/
const SAME_ROW = 0.7
/** A block's rows, in heights. */
const FARTHEST_TAX_ROW = 6
const FARTHEST_ASIDE = 5
const FARTHEST_UNLABELLED = 2.6
const FARTHEST_VALUE = 16
const CONTINUED_WITHIN = 1.9
/** Shorter names do not go on in another row. */
const MANY_HEIGHTS = 8
/** The part of the page, from the left, in which a buyer's label begins. */
const BUYER_HALF = 0.42
/** Where a value was told from its place alone. */
const BY_PLACE = 0.8

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

/** The kind of organization stands after the last Latin letter or digit. */
const isBareName = (text: string): boolean =>
  NAME_CHARACTERS.test(text) && !NO_NAME.test(text) && ORGANIZATION.test(text.split(LATIN).at(-1) ?? '')

/** The span up to where another label begins. */
function cutAtLabel(span: Span): Span {
  const text = textOf(span)
  const next = ANY_LABEL.exec(text)
  return next ? { ...span, end: span.start + next.index } : span
}

/** Names too long for a row go on in the one below, under where they began. */
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
  return { value, confidence: confidenceOf(span) * (isTaxIdValid(value) === false ? BY_PLACE : 1) }
}

function readTaxId(rows: readonly Row[], label: Span): FoundValue | null {
  const found = valueAfter(rows, label, TAX_ID, ANY_LABEL)
  return found && toTaxId(found)
}

/** How badly a tax id's label fits under, or beside, a name's; undefined where it belongs to another. */
function misfit(name: Span, tax: Span): number | undefined {
  const { height } = name.row
  const down = (tax.row.y - name.row.y) / height
  const aside = (leftOf(tax) - leftOf(name)) / height
  if (Math.abs(down) < SAME_ROW) return aside > 0 ? aside / 2 : undefined
  if (down < 0 || down > FARTHEST_TAX_ROW || Math.abs(aside) > FARTHEST_ASIDE) return undefined
  return down + Math.abs(aside)
}

/** Each name with the tax id that fits it best; ids without a name make blocks of their own. */
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

/** Segments of the rows within a block's reach of a label, from the nearest on, that stand in its column. */
function segmentsNear(rows: readonly Row[], label: Span, down: 1 | -1): Span[] {
  const { y, height } = label.row
  const steps = (row: Row) => ((row.y - y) / height) * down
  const near = rows.filter((row) => steps(row) > SAME_ROW && steps(row) < FARTHEST_UNLABELLED)
  const aside = (span: Span) => (leftOf(span) - leftOf(label)) / height
  return findSpans(near, /[^\t]+/gu)
    .filter((span) => aside(span) > -1 && aside(span) < FARTHEST_VALUE)
    .toSorted((a, b) => steps(a.row) - steps(b.row) || leftOf(a) - leftOf(b))
}

/** A name whose label could not be read stands above the tax id. */
function nameAbove(rows: readonly Row[], label: Span): FoundValue | null {
  const span = segmentsNear(rows, label, -1).find((one) => isBareName(textOf(one)))
  return span ? { value: toName(textOf(span)), confidence: confidenceOf(span) * BY_PLACE } : null
}

/** A tax id whose label could not be read stands below the name. */
function taxIdBelow(rows: readonly Row[], label: Span): FoundValue | null {
  const segments = segmentsNear(rows, label, 1)
  const span = segments.find((one) => BARE_TAX_ID.test(textOf(one)))
  const found = span && toTaxId(span)
  return found ? { ...found, confidence: found.confidence * BY_PLACE } : null
}

/** Fills in what stands without its label next to what has one. */
function complete(rows: readonly Row[], block: Block): Block {
  const { label, name, tax } = block
  if (!name && tax?.value) return { ...block, name: nameAbove(rows, tax.label) }
  if (name && !tax) return { ...block, tax: { label, value: taxIdBelow(rows, label) } }
  return block
}

const isBeside = (one: Block, other: Block): boolean =>
  Math.abs(one.label.row.y - other.label.row.y) < 2 * one.label.row.height

/** Left of the other is the buyer, otherwise above it. */
function comesFirst(one: Block, other: Block): number {
  if (isBeside(one, other)) return leftOf(one.label) - leftOf(other.label)
  return one.label.row.y - other.label.row.y
}

/** A party that stands alone is told by the half of the page: left or upper for the buyer. */
function aloneRole(block: Block, rows: readonly Row[]): Role {
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
  if (!buyer && !seller && open.length === 1) return { [aloneRole(open[0]!, rows)]: open[0]! }
  for (const block of open) {
    if (!parties.buyer) parties.buyer = block
    else if (!parties.seller && (!buyer || block.name)) parties.seller = block
  }
  return parties
}

/** Buyer and seller: by what their labels say, otherwise left and right, otherwise above and below. */
export function findParties(rows: readonly Row[]): Parties {
  const { buyer, seller } = assignRoles(makeBlocks(rows), rows)
  return {
    buyer_name: buyer?.name ?? null,
    buyer_tax_id: buyer?.tax?.value ?? null,
    seller_name: seller?.name ?? null,
    seller_tax_id: seller?.tax?.value ?? null,
  }
}
