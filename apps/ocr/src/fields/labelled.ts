import { findSpans, leftOf, rightOf, type Row, type Span, textOf } from './rows.ts'

/** The most distance between a label and its value, in heights of the row. */
const VALUE_DISTANCE_MAX = 14
/** Values on preprinted forms may be this far above or below their labels, in heights of the row. */
const OFFSET_MAX = 1
/** The characters between label and value: spaces and the colon, which may be misread. */
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
  return leftOf(span) - rightOf(label) <= VALUE_DISTANCE_MAX * row.height ? span : null
}

/** A value that is printed slightly above or below its place. */
function offsetValue(rows: readonly Row[], label: Span, value: RegExp, labels: RegExp): Span | null {
  const { y, height } = label.row
  const near = rows.filter((row) => row !== label.row && Math.abs(row.y - y) < OFFSET_MAX * height)
  const found = findSpans(near, new RegExp(value.source, 'gu')).filter((span) => {
    const gap = leftOf(span) - rightOf(label)
    if (gap < -height / 2 || gap > VALUE_DISTANCE_MAX * height) return false
    return !at(labels, textOf(span), 0)
  })
  return found.toSorted((a, b) => Math.abs(a.row.y - y) - Math.abs(b.row.y - y))[0] ?? null
}

/** The value after a label. Text that begins with `labels` is another label. Both patterns are unanchored. */
export const valueAfter = (rows: readonly Row[], label: Span, value: RegExp, labels: RegExp): Span | null =>
  besideLabel(label, value) ?? offsetValue(rows, label, value, labels)

/** The values after each occurrence of the label, in reading order. */
export function labelledValues(rows: readonly Row[], label: RegExp, value: RegExp, labels: RegExp): Span[] {
  return findSpans(rows, label).flatMap((span) => valueAfter(rows, span, value, labels) ?? [])
}
