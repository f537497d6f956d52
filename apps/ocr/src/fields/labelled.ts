import { findSpans, leftOf, rightOf, type Row, type Span, textOf } from './rows.ts'

/** Between a label and its value, in heights of the row. */
const FARTHEST_VALUE = 14
/** Printers put values up to this much above or below the label of a preprinted form, in heights of the row. */
const MOST_SLIP = 1
/** Between the two: blanks, and the colon however it was read. */
const COLON = /[\s:;.,·'"|]*/y

const at = (pattern: RegExp, text: string, start: number): RegExpExecArray | null => {
  const sticky = new RegExp(pattern.source, 'uy')
  sticky.lastIndex = start
  return sticky.exec(text)
}

function besideLabel(label: Span, value: RegExp): Span | null {
  const { row } = label
  COLON.lastIndex = label.end
  const start = label.end + (COLON.exec(row.text)?.[0].length ?? 0)
  const match = at(value, row.text, start)
  if (!match || match[0] === '') return null
  const span = { row, start, end: start + match[0].length }
  return leftOf(span) - rightOf(label) <= FARTHEST_VALUE * row.height ? span : null
}

/** The value that stands a little above or below the place where it belongs. */
function slippedValue(rows: readonly Row[], label: Span, value: RegExp, labels: RegExp): Span | null {
  const { y, height } = label.row
  const near = rows.filter((row) => row !== label.row && Math.abs(row.y - y) < MOST_SLIP * height)
  const found = findSpans(near, new RegExp(value.source, 'gu')).filter((span) => {
    const gap = leftOf(span) - rightOf(label)
    if (gap < -height / 2 || gap > FARTHEST_VALUE * height) return false
    return !at(labels, textOf(span), 0)
  })
  return found.toSorted((a, b) => Math.abs(a.row.y - y) - Math.abs(b.row.y - y))[0] ?? null
}

/** The value printed after a label; `labels` tells what is another label instead. Both patterns are unanchored. */
export const valueAfter = (rows: readonly Row[], label: Span, value: RegExp, labels: RegExp): Span | null =>
  besideLabel(label, value) ?? slippedValue(rows, label, value, labels)

/** The values of every place where the label stands, in reading order. */
export function labelledValues(rows: readonly Row[], label: RegExp, value: RegExp, labels: RegExp): Span[] {
  return findSpans(rows, label).flatMap((span) => valueAfter(rows, span, value, labels) ?? [])
}
