import { CAPITALS } from '../capitals.ts'
import type { FoundValue } from '../fields.ts'
import { findNamedParties } from './named-parties.ts'
import {
  BUYER,
  LOOSE_NAME_LABEL,
  NAME_LABEL,
  type Parties,
  type PartyValues,
  type Role,
  SELLER,
  TAX_LABEL,
} from './party-patterns.ts'
import {
  bareName,
  bareTaxIds,
  isWithin,
  personAbove,
  readName,
  readTaxId,
  type Zone,
} from './party-values.ts'
import { layoutOf, zonesOf } from './party-zones.ts'
import { findSpans, type Row, type Span, textOf } from '../rows.ts'
import { isTaxIdValid } from '../tax-id.ts'

const NOTHING: PartyValues = { name: null, taxId: null }

/** Whether a label may belong to the party: it names this one or none. */
function mayBelongTo(role: Role, label: Span): boolean {
  const text = textOf(label)
  return role === 'buyer' ? !SELLER.test(text) : !BUYER.test(text)
}

function firstOf<T>(items: readonly Span[], read: (item: Span) => T | null): T | null {
  for (const item of items) {
    const value = read(item)
    if (value !== null) return value
  }
  return null
}

function nameIn(rows: readonly Row[], zone: Zone, role: Role, taxRow: number): FoundValue | null {
  const labelsLike = (pattern: RegExp) =>
    findSpans(rows, pattern).filter((label) => isWithin(zone, label) && mayBelongTo(role, label))
  const read = (label: Span) => readName(rows, label, zone)
  const labelled = firstOf(labelsLike(NAME_LABEL), read) ?? firstOf(labelsLike(LOOSE_NAME_LABEL), read)
  if (labelled) return labelled
  const pieces = findSpans(rows, /[^\t]+/gu).filter((piece) => isWithin(zone, piece) && piece.row.y < taxRow)
  const bare = bareName(pieces)
  if (bare || role !== 'buyer' || taxRow !== Infinity) return bare
  // Only private buyers have no tax id.
  const [taxLabel, ...more] = findSpans(rows, TAX_LABEL).filter((label) => isWithin(zone, label))
  return taxLabel && more.length === 0 ? personAbove(rows, taxLabel, zone) : null
}

/** The id after its label, or the only id in the zone if that one is missing or its checksum is wrong. */
function taxIdIn(rows: readonly Row[], zone: Zone, role: Role): FoundValue | null {
  const labels = findSpans(rows, TAX_LABEL).filter(
    (label) => isWithin(zone, label) && mayBelongTo(role, label),
  )
  const labelled = firstOf(labels, (label) => readTaxId(rows, label, zone))
  if (labelled && !isDoubtful(labelled)) return labelled
  const bare = bareTaxIds(rows).filter(({ span }) => isWithin(zone, span))
  return replaced(labelled, onlyOf(bare.map(({ found }) => found)))
}

const isDoubtful = ({ value, isDerived, isRejected }: FoundValue): boolean =>
  isDerived === true || isRejected === true || isTaxIdValid(value) === false

/** The value that all of them agree on. */
const onlyOf = (found: readonly FoundValue[]): FoundValue | null =>
  found[0] && found.every(({ value }) => value === found[0]?.value) ? found[0] : null

/** A better reading, which keeps the first one beside it. */
const replaced = (first: FoundValue | null, better: FoundValue | null): FoundValue | null =>
  better && first ? { ...better, others: [{ ...first, isRejected: true }] } : (better ?? first)

function partyIn(rows: readonly Row[], zone: Zone, role: Role): PartyValues {
  const taxId = taxIdIn(rows, zone, role)
  const taxRow = taxId?.spans[0]?.row.y ?? Infinity
  return { name: nameIn(rows, zone, role, taxRow), taxId }
}

/** At least so many of the characters of a misread id are those of the id that it is. */
const RESEMBLING = 2 / 3

const resembles = (one: string, other: string): boolean =>
  [...one].filter((character, place) => character === other[place]).length >= RESEMBLING * other.length

/**
 * The seal of a seller contains its tax id, which stands for an id that was misread. Where no id was read, nothing says that the
 * seal is the seller's.
 */
function withSeal(rows: readonly Row[], seller: PartyValues, buyer: PartyValues): PartyValues {
  const { taxId } = seller
  if (!taxId || !isDoubtful(taxId)) return seller
  const totals = findSpans(rows, CAPITALS)[0]?.row.y ?? Infinity
  const below = bareTaxIds(rows).filter(({ span }) => span.row.y > totals)
  const sealed = onlyOf(below.map(({ found }) => found).filter(({ value }) => value !== buyer.taxId?.value))
  return sealed && resembles(taxId.value, sealed.value)
    ? { ...seller, taxId: replaced(taxId, sealed) }
    : seller
}

/** One printed text cannot be the value of both parties. If it was taken for both, it is answered for none. */
function withoutShared({ buyer, seller }: Record<Role, PartyValues>): Record<Role, PartyValues> {
  const isShared = (one: FoundValue | null, other: FoundValue | null) =>
    one?.spans[0] !== undefined &&
    one.spans[0].row === other?.spans[0]?.row &&
    one.spans[0].start === other.spans[0].start
  const name = isShared(buyer.name, seller.name)
  const taxId = isShared(buyer.taxId, seller.taxId)
  const clean = (party: PartyValues): PartyValues => ({
    name: name ? null : party.name,
    taxId: taxId ? null : party.taxId,
  })
  return { buyer: clean(buyer), seller: clean(seller) }
}

function partiesOf(
  rows: readonly Row[],
  kind: string | null,
  all: readonly Row[],
): Record<Role, PartyValues> {
  const layout = layoutOf(rows, kind)
  if (layout === 'named') return findNamedParties(rows, kind)
  const zones = zonesOf(rows, layout)
  if (!zones) return { buyer: NOTHING, seller: NOTHING }
  const buyer = partyIn(rows, zones.buyer, 'buyer')
  const seller = partyIn(rows, zones.seller, 'seller')
  return { buyer, seller: layout === 'stacked' ? withSeal(all, seller, buyer) : seller }
}

/**
 * Buyer and seller of an invoice of the kind. A value whose party is not clear is left out. `all` are the rows together with
 * those of seals.
 */
export function findParties(rows: readonly Row[], kind: string | null, all: readonly Row[]): Parties {
  const { buyer, seller } = withoutShared(partiesOf(rows, kind, all))
  return {
    buyer_name: buyer.name,
    buyer_tax_id: buyer.taxId,
    seller_name: seller.name,
    seller_tax_id: seller.taxId,
  }
}
