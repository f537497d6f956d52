import { foundAt, type FoundValue } from '../fields.ts'
import { valueAfter } from '../labelled.ts'
import {
  ANY_LABEL,
  FORM_WORDS,
  NAME,
  NAME_CHARACTERS,
  NO_NAME,
  ORGANIZATION,
  PERSON,
  SECURITY_AREA,
  TAX_ID,
} from './party-patterns.ts'
import { toName } from '../plain-text.ts'
import { findSpans, leftOf, rightOf, type Row, type Span, textOf } from '../rows.ts'
import { CODE_LENGTH, isTaxIdBeyondDoubt, isTaxIdValid, mayBeTaxId, repairTaxId } from '../tax-id.ts'

/** A part of the page in the coordinates of the rows. */
export interface Zone {
  left: number
  right: number
  top: number
  bottom: number
}

const TAX_IDS = new RegExp(TAX_ID.source, 'gu')
const CONTINUED_WITHIN = 1.9
/** Shorter names, in heights of the row, have no second row. */
const MANY_HEIGHTS = 8
/** The place of a private buyer's name above the label of the tax id and right of where it begins, in heights of the row. */
const PERSON_ABOVE = { from: 0.7, to: 2.2 } as const
const LABEL_WIDTH_MIN = 2
/** Confidence of a value that was found by its place alone. */
export const WITHOUT_LABEL = 0.8
/** Confidence of an id whose checksum is wrong, and of one that was repaired by it. */
const UNCHECKED = 0.6
const REPAIRED = 0.7

export const isWithin = (zone: Zone, span: Span): boolean =>
  leftOf(span) >= zone.left && leftOf(span) < zone.right && span.row.y > zone.top && span.row.y < zone.bottom

/** The span without what lies beyond the zone, if there is a gap between the two; null if it begins beyond. */
export function cutAtZone(span: Span, zone: Zone | undefined): Span | null {
  if (!zone) return span
  if (leftOf(span) >= zone.right) return null
  const { row, start, end } = span
  for (let at = start + 1; at < end; at += 1)
    if (row.text[at] === ' ' && (row.places[at + 1]?.left ?? 0) >= zone.right) return { ...span, end: at }
  return span
}

/** The span, ending where another label begins. */
function cutAtLabel(span: Span): Span {
  const next = ANY_LABEL.exec(textOf(span))
  return next ? { ...span, end: span.start + next.index } : span
}

/** The second row of a name that is too long for one row. It begins below the first. */
function continuation(rows: readonly Row[], label: Span, value: Span): Span | null {
  const { y, height } = value.row
  const below = rows.filter((row) => row.y > y && row.y - y < CONTINUED_WITHIN * height)
  const found = findSpans(below, /[^\t]+/gu).find((piece) => {
    const text = textOf(piece)
    const under = leftOf(piece) > leftOf(label) - height && leftOf(piece) < leftOf(value) + height
    return under && /^[\p{Script=Han}()]{2,}$/u.test(text) && !ANY_LABEL.test(text) && !FORM_WORDS.test(text)
  })
  return found ?? null
}

export function readName(rows: readonly Row[], label: Span, zone?: Zone): FoundValue | null {
  const found = valueAfter(rows, label, NAME, ANY_LABEL)
  const inside = found && cutAtZone(found, zone)
  if (!inside) return null
  const value = cutAtLabel(inside)
  const first = textOf(value)
  if (SECURITY_AREA.test(first) || first.trim() === '') return null
  const more =
    rightOf(value) - leftOf(value) > MANY_HEIGHTS * value.row.height && continuation(rows, label, value)
  const name = toName(more ? first + textOf(more) : first)
  return name === '' ? null : foundAt(name, more ? [value, more] : [value])
}

/** The only id with a right checksum inside a longer text, to which a mark beside it was added. */
function idWithin(text: string): string | undefined {
  const parts = Array.from({ length: Math.max(0, text.length - CODE_LENGTH + 1) }, (_none, at) =>
    text.slice(at, at + CODE_LENGTH),
  )
  const valid = parts.filter(isTaxIdBeyondDoubt)
  return text.length > CODE_LENGTH && valid.length === 1 ? valid[0] : undefined
}

export function toTaxId(span: Span, trust = 1): FoundValue {
  const text = textOf(span).replaceAll(' ', '').toUpperCase()
  const read = idWithin(text) ?? text
  if (!mayBeTaxId(read)) return { ...foundAt(read, [span], UNCHECKED), isRejected: true }
  const { value, isDerived } = repairTaxId(read)
  if (isDerived) {
    const others = [{ ...foundAt(read, [span], UNCHECKED), isRejected: true }]
    return { ...foundAt(value, [span], trust * REPAIRED), isDerived, others }
  }
  return foundAt(value, [span], trust * (isTaxIdValid(value) === false ? UNCHECKED : 1))
}

export function readTaxId(rows: readonly Row[], label: Span, zone?: Zone): FoundValue | null {
  const found = valueAfter(rows, label, TAX_ID, ANY_LABEL)
  const inside = found && cutAtZone(found, zone)
  return inside && inside.end === found.end ? toTaxId(inside) : null
}

const isBareName = (text: string): boolean =>
  NAME_CHARACTERS.test(text) && !NO_NAME.test(text) && !ANY_LABEL.test(text) && ORGANIZATION.test(text)

/** A name whose label could not be read, from text without a label. */
export function bareName(spans: readonly Span[]): FoundValue | null {
  const span = spans.find((one) => isBareName(textOf(one).trim()))
  return span ? foundAt(toName(textOf(span)), [span], WITHOUT_LABEL) : null
}

/**
 * The name of a private buyer whose label could not be read: the only text in the place of a name, directly above the label of a
 * tax id and beside where its own label begins.
 */
export function personAbove(rows: readonly Row[], taxLabel: Span, zone: Zone): FoundValue | null {
  const { y, height } = taxLabel.row
  const above = rows.filter(
    (row) => y - row.y > PERSON_ABOVE.from * height && y - row.y < PERSON_ABOVE.to * height,
  )
  const [piece, ...more] = findSpans(above, /[^\t]+/gu).filter((one) => isWithin(zone, one))
  if (!piece || more.length > 0 || leftOf(piece) < leftOf(taxLabel) + LABEL_WIDTH_MIN * height) return null
  const text = textOf(piece)
  const isPerson = PERSON.test(text) && !FORM_WORDS.test(text) && !NO_NAME.test(text) && !ANY_LABEL.test(text)
  return isPerson ? foundAt(text, [piece], WITHOUT_LABEL) : null
}

/** Ids without a label. Only those with a right checksum count, since other text may look like an id. */
export const bareTaxIds = (rows: readonly Row[]): { span: Span; found: FoundValue }[] =>
  findSpans(rows, TAX_IDS)
    .map((span) => ({ span, found: toTaxId(span, WITHOUT_LABEL) }))
    .filter(({ found }) => !found.isDerived && isTaxIdBeyondDoubt(found.value))
