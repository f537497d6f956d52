import { neutralize } from './formula-guard.ts'

/** Kind of a column. A `time` is `yyyy-MM-dd HH:mm:ss` and a `decimal` an exact decimal, both as strings. */
export type CellKind = 'text' | 'time' | 'decimal' | 'integer'
export type CellValue = string | number | null

/** Index of each format in `xl/styles.xml`. */
export const STYLES = { header: 1, text: 2, time: 3, decimal: 4, integer: 5 } as const

/** Excel's limit for a cell; it reports a file with a longer one as damaged. */
const CELL_TEXT_MAX = 32_767
const ELLIPSIS = '…'
const DAY_MS = 86_400_000
/** Days from Excel's epoch to 1970. Valid from 1900-03-01, since Excel treats 1900 as a leap year. */
const EPOCH_DAYS = 25_569
const FIRST_SAFE_TIME = '1900-03-01'
const WIRE_TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/
const DECIMAL = /^-?\d+(\.\d+)?$/
const LETTERS = 26
const FIRST_LETTER = 65

// XML 1.0 cannot represent these characters.
const UNREPRESENTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
// Readers convert _xHHHH_ to a character (ECMA-376 part 1, 22.9.2.19), so text that looks like it is escaped.
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g
const OUTER_SPACE = /^\s|\s$|[\n\r\t]/

export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(UNREPRESENTABLE, '')
    .replace(/[&<>"\r]/g, (character) => MARKUP[character]!)

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(FIRST_LETTER + (index % LETTERS))
  return index < LETTERS ? last : columnName(Math.floor(index / LETTERS) - 1) + last
}

const shortened = (text: string) =>
  text.length > CELL_TEXT_MAX ? text.slice(0, CELL_TEXT_MAX - ELLIPSIS.length) + ELLIPSIS : text

function textCell(reference: string, text: string, style: number): string {
  const content = escapeXml(shortened(neutralize(text)).replace(LOOKS_ESCAPED, '_x005F_'))
  const space = OUTER_SPACE.test(content) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${content}</t></is></c>`
}

const numberCell = (reference: string, value: string | number, style: number) =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`

/** Returns days and their fraction since Excel's epoch; null if a date cell cannot hold the value. */
function serial(value: string): number | null {
  const [, year, month, day, hour, minute, second] = WIRE_TIME.exec(value) ?? []
  if (second === undefined || value < FIRST_SAFE_TIME) return null
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  return ms / DAY_MS + EPOCH_DAYS
}

/** One cell. A value that does not match the kind of its column is written as text. */
export function cellXml(reference: string, kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return ''
  if (kind === 'time' && typeof value === 'string') {
    const days = serial(value)
    if (days !== null) return numberCell(reference, days, STYLES.time)
  }
  if (kind === 'decimal' && DECIMAL.test(String(value))) return numberCell(reference, value, STYLES.decimal)
  if (kind === 'integer' && Number.isSafeInteger(value)) return numberCell(reference, value, STYLES.integer)
  return textCell(reference, String(value), STYLES.text)
}

/** A row of header cells. */
export const headerXml = (titles: readonly string[]) =>
  `<row r="1">${titles.map((title, index) => textCell(`${columnName(index)}1`, title, STYLES.header)).join('')}</row>`
