import { calendarDate } from './calendar-date.ts'
import { foundAt, type FoundValue } from './fields.ts'
import { labelledValues } from './labelled.ts'
import { findSpans, leftOf, type Row, type Span, textOf } from './rows.ts'

/** Confidence factor for a value without a label. */
const WITHOUT_LABEL = 0.8
/** The upper part of the page, in which codes and numbers may have no label. */
const HEAD = 0.35

const CODE_LABEL = /(?:发票|票据)\s?代\s?码/gu
const CODE = /\d(?: ?\d){11}(?![\d ]*\d)|\d(?: ?\d){9}(?![\d ]*\d)/u
const NUMBER_LABEL = /(?:发票|票据)\s?号\s?码/gu
const NUMBER = /\d(?: ?\d){7}(?:(?: ?\d){2}(?:(?: ?\d){10})?)?(?!\d)/u
const DATE_LABEL = /[开填]\s?[票开具]\s?日\s?期|开\s?具\s?日\s?期/gu
const CHECK_LABEL = /校\s*验\s*码/gu
const CHECK_CODE = /\d(?:\s?\d){19}(?!\d)|\d{6}(?!\s?[0-9A-Za-z])/u
const CHECK_CODE_LENGTH = 20
/** A sign between the label and all twenty digits is no part of the code: the end of the label, or half of the first digit. */
const SIGN_AND_CHECK_CODE = /[^\d\t] ?\d(?:\s?\d){19}(?!\d)/u
/** No other number on an invoice is printed in four groups of five digits. */
const BARE_CHECK_CODE = /(?<![^\t])\d{5} \d{5} \d{5} \d{5}(?![^\t])/gu
const DATE =
  /((?:19|20)\d\s?\d)\s?[年午\-./]\s?(\d{1,2})\s?[月\-./]\s?(\d{1,2})(?!\d)|(20\d{2})([01]\d)([0-3]\d)(?!\d)/u
const WRITTEN_DATE = /20\d\s?\d\s?[年午]\s?\d{1,2}\s?月\s?\d{1,2}\s?[日曰]?/gu
/** Labels of other numbers in the head. */
const OTHER_LABEL = /(?:机器|机打|校验|客票|订单|识别|账|电话|编号|流水)/u
/** The label of a number does not extend beyond another number or a gap. */
const DIGIT_OR_GAP = /[\d\t]/
/** The sign № in the forms that the recognition returns. */
const NUMERO = /N[°oO0º9'"*.Qe]{0,2}\s{0,2}(\d{8})(?!\d)/gu
const LONG_NUMBER = /(?<![0-9A-Za-z])\d{20}(?![0-9A-Za-z])/gu
const BARE_NUMBER = /(?<![0-9A-Za-z])\d{8}(?![0-9A-Za-z])/gu
const BARE_CODE = /(?<![0-9A-Za-z])(?:\d{12}|\d{10})(?![0-9A-Za-z*])/gu
const LONG_LENGTH = 20
const NO_LABEL = /(?!)/u

const readDigits = (span: Span): FoundValue => foundAt(textOf(span).replaceAll(/\s/g, ''), [span])

/** Returns null for text that is no date or names a day that the calendar does not have. */
export function toDate(text: string): string | null {
  const match = DATE.exec(text)
  if (!match) return null
  const [year, month, day] = match[1] ? match.slice(1, 4) : match.slice(4, 7)
  return calendarDate(year?.replaceAll(/\s/g, ''), month, day)
}

function toDateValue(span: Span | undefined, trust: number): FoundValue | null {
  const value = span && toDate(textOf(span))
  return span && value ? foundAt(value, [span], trust) : null
}

/** Without a label a value may belong to something else, so that it proves no difference. */
const asGuess = (found: FoundValue | null): FoundValue | null => found && { ...found, isGuess: true }

export function headOf(rows: readonly Row[]): Row[] {
  const [first, last] = [rows[0]?.y ?? 0, rows.at(-1)?.y ?? 0]
  return rows.filter(({ y }) => y <= first + (last - first) * HEAD)
}

/** Digits without a label in the head. Digits that are printed twice, as on paper invoices, come first. */
function bareDigits(rows: readonly Row[], pattern: RegExp): FoundValue | null {
  const found = findSpans(headOf(rows), pattern).filter(
    ({ row, start }) => !OTHER_LABEL.test(row.text.slice(0, start).split(DIGIT_OR_GAP).at(-1) ?? ''),
  )
  const values = found.map(readDigits)
  const twice = values.find(({ value }, place) =>
    values.some((other, at) => at > place && other.value === value),
  )
  const best = twice ?? values.toSorted((a, b) => b.confidence - a.confidence)[0]
  return best ? { ...best, confidence: best.confidence * (twice ? 1 : WITHOUT_LABEL), isGuess: true } : null
}

function numeroNumber(rows: readonly Row[]): FoundValue | null {
  const span = findSpans(headOf(rows), NUMERO)[0]
  return span ? readDigits({ ...span, start: span.end - 8 }) : null
}

export function findNumber(rows: readonly Row[]): FoundValue | null {
  const labelled = labelledValues(rows, NUMBER_LABEL, NUMBER, NO_LABEL)[0]
  if (labelled) return readDigits(labelled)
  return bareDigits(rows, LONG_NUMBER) ?? numeroNumber(rows) ?? bareDigits(rows, BARE_NUMBER)
}

/** Rows that name another invoice than the one that they are on. */
const OTHER_INVOICE = /红冲|蓝字|正数|负数|原发票|对应|冲红/u

/** The different numbers of invoices that are printed after their label. */
export function printedNumbers(rows: readonly Row[]): Set<string> {
  const own = rows.filter(({ text }) => !OTHER_INVOICE.test(text))
  return new Set(labelledValues(own, NUMBER_LABEL, NUMBER, NO_LABEL).map((span) => readDigits(span).value))
}

/** A code without a label is only looked for with a short number, which is not unique without a code. */
export function findCode(rows: readonly Row[], number: string | null): FoundValue | null {
  const labelled = labelledValues(rows, CODE_LABEL, CODE, NO_LABEL)[0]
  if (labelled) return readDigits(labelled)
  return number?.length === LONG_LENGTH ? null : bareDigits(rows, BARE_CODE)
}

/** The code after the label and a sign that does not belong to it. */
function checkCodeAfterSign(rows: readonly Row[]): Span | undefined {
  const after = labelledValues(rows, CHECK_LABEL, SIGN_AND_CHECK_CODE, NO_LABEL)[0]
  return after && { ...after, start: after.start + textOf(after).search(/\d/) }
}

/** A code whose label could not be read, in the head and the only one. */
function bareCheckCode(rows: readonly Row[]): FoundValue | null {
  const [span, ...more] = findSpans(headOf(rows), BARE_CHECK_CODE)
  if (!span || more.length > 0) return null
  const found = readDigits(span)
  return { ...found, confidence: found.confidence * WITHOUT_LABEL, isGuess: true }
}

export function findCheckCode(rows: readonly Row[]): FoundValue | null {
  const labelled = labelledValues(rows, CHECK_LABEL, CHECK_CODE, NO_LABEL)[0] ?? checkCodeAfterSign(rows)
  if (!labelled) return bareCheckCode(rows)
  const found = readDigits(labelled)
  // Six digits may be the end of a code or what is legible of it, so they are no answer by themselves.
  return found.value.length === CHECK_CODE_LENGTH ? found : { ...found, isRejected: true }
}

export function findDate(rows: readonly Row[]): FoundValue | null {
  const labelled = labelledValues(rows, DATE_LABEL, DATE, NO_LABEL)[0]
  const read = toDateValue(labelled, 1)
  if (read) return read
  const bare = findSpans(headOf(rows), WRITTEN_DATE).toSorted((a, b) => leftOf(b) - leftOf(a))[0]
  return asGuess(toDateValue(bare, WITHOUT_LABEL))
}
