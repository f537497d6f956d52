import { foundAt, type FoundValue } from './fields.ts'
import { headOf } from './heading.ts'
import { findSpans, type Row } from './rows.ts'

/** Titles and the kinds that they mean, the more specific titles first. The kinds are those of the QR codes. */
const TITLES: readonly (readonly [RegExp, string])[] = [
  [/铁路\s?电子\s?客票/gu, '51'],
  [/航空\s?运输\s?电子\s?客票|电子客票行程单/gu, '61'],
  [/电子发票\s?.{0,2}\s?增值税\s?.?\s?用/gu, '31'],
  [/电子发票\s?.{0,2}\s?(?:普通|普.发|.通发票\))/gu, '32'],
  [/增值税\s?电子\s?专用\s?发票|电子专用发票/gu, '08'],
  [/电子\s?普通\s?发票/gu, '10'],
  [/普通发票\s?\(?\s?卷\s?[票式]?/gu, '11'],
  [/机动车\s?销售\s?统一/gu, '03'],
  [/增值税\s?专用\s?发票/gu, '01'],
  [/增值税\s?普通\s?发票/gu, '04'],
]
/** Parts of titles, since a stamp may cover the rest. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/铁路|客票\)/gu, '51'],
  [/电子专用/gu, '08'],
  [/电子普/gu, '10'],
  [/专用发票\)/gu, '31'],
  [/\(普通|通发票\)/gu, '32'],
]
const SPECIAL = /专用发票(?!章)|值税专/gu
const ORDINARY = /普通发票|通发票/gu
const BY_PART = 0.9
const BY_NUMBER = 0.8
/** A kind that was concluded from a part of the title or from a number. */
const guess = (value: string, confidence: number): FoundValue => ({
  value,
  confidence,
  spans: [],
  isGuess: true,
})
const DIGITAL_NUMBER = 20

/** Kinds by the last two digits of a code with twelve digits. */
const CODE_KINDS: Readonly<Record<string, string>> = {
  '04': '04',
  '05': '04',
  '06': '11',
  '07': '11',
  '11': '10',
  '12': '10',
  '13': '08',
}

function matchFirst(
  rows: readonly Row[],
  titles: readonly (readonly [RegExp, string])[],
  trust: number,
): FoundValue | null {
  for (const [pattern, value] of titles) {
    const span = findSpans(rows, pattern)[0]
    if (span) return foundAt(value, [span], trust)
  }
  return null
}

/** The kind of a digital invoice whose title is incomplete. */
function digitalKind(rows: readonly Row[]): FoundValue | null {
  if (findSpans(rows, SPECIAL).length > 0) return guess('31', BY_NUMBER)
  return findSpans(rows, ORDINARY).length > 0 ? guess('32', BY_NUMBER) : null
}

function kindOfCode(code: string, rows: readonly Row[]): FoundValue | null {
  if (code.length === 12 && CODE_KINDS[code.slice(-2)]) return guess(CODE_KINDS[code.slice(-2)]!, BY_NUMBER)
  if (code.length !== 10) return null
  const ordinary = findSpans(rows, ORDINARY).length > 0
  return guess(ordinary ? '04' : '01', BY_NUMBER)
}

/** The kind of an invoice, from its title or otherwise from its code and number. */
export function findKind(
  rows: readonly Row[],
  code: string | null,
  number: string | null,
): FoundValue | null {
  const head = headOf(rows)
  const titled = matchFirst(head, TITLES, 1)
  if (titled) return titled
  const elsewhere = matchFirst(rows, TITLES, BY_PART)
  if (elsewhere) return { ...elsewhere, isGuess: true }
  const part = matchFirst(head, PARTS, BY_PART)
  const byPart = part && { ...part, isGuess: true }
  if (number?.length === DIGITAL_NUMBER) return byPart ?? digitalKind(head)
  return (code && kindOfCode(code, head)) || byPart
}
