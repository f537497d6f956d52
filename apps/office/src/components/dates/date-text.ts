/** What a field holds: a day, a day with a time, or a month. */
export type DateKind = 'day' | 'time' | 'month'

/** The format in which dates are shown and typed. It is the same in both languages, so that nobody mistakes a day for a month. */
export const PATTERNS: Readonly<Record<DateKind, string>> = {
  day: 'YYYY-MM-DD',
  time: 'YYYY-MM-DD HH:mm',
  month: 'YYYY-MM',
}

const DAY = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/
const MONTH = /^(\d{4})(?:[-/.年](\d{1,2})月?|(\d{2}))$/
/** After a day, or after eight digits without anything between. */
const TIME = /^(.*?\D|\d{8})(\d{1,2})[:：]?(\d{2})(?::\d{2})?$/

const two = (text: string) => text.padStart(2, '0')

/** The calendar has that day; the 30th of February becomes another one. */
function isReal(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function dayOf(typed: string): string | null {
  const parts = DAY.exec(typed)
  if (!parts) return null
  const [, year, month, day, plainMonth, plainDay] = parts
  const text = `${year}-${two(month ?? plainMonth!)}-${two(day ?? plainDay!)}`
  return isReal(text) ? text : null
}

function monthOf(typed: string): string | null {
  const parts = MONTH.exec(typed)
  if (!parts) return null
  const [, year, month, plain] = parts
  const text = `${year}-${two(month ?? plain!)}`
  return isReal(`${text}-01`) ? text : null
}

function timeOf(typed: string): string | null {
  const parts = TIME.exec(typed)
  const day = parts && dayOf(parts[1]!.replace('T', '').trim())
  if (!parts || day === null) return null
  const [hour, minute] = [two(parts[2]!), parts[3]!]
  return hour < '24' && minute < '60' ? `${day} ${hour}:${minute}:00` : null
}

const READERS: Readonly<Record<DateKind, (typed: string) => string | null>> = {
  day: dayOf,
  time: timeOf,
  month: monthOf,
}

/** Returns the value in the format of the wire, an empty text for an empty input, and null if it is none. */
export function valueOf(kind: DateKind, typed: string): string | null {
  const text = typed.trim()
  return text === '' ? '' : READERS[kind](text)
}

/** Returns what the input shows; what is no value yet is shown as it was typed. */
export const shownText = (kind: DateKind, value: string): string =>
  valueOf(kind, value) === null ? value : value.slice(0, PATTERNS[kind].length)
