import type { LevelLine } from './levelled.ts'

/** A printed row: its lines from left to right as one text, in which a tab stands for a wide gap. */
export interface Row {
  text: string
  /** Of each character of `text`. */
  places: CharacterPlace[]
  y: number
  height: number
}

export interface CharacterPlace {
  left: number
  right: number
  confidence: number
}

/** Lines belong to one row when their middles are closer than this part of the lower one's height. */
const SAME_ROW = 0.5
/** Gaps in heights of the row: up to the first nothing is missing, beyond the second another column begins. */
const TIGHT_GAP = 0.45
const WIDE_GAP = 1.7
/** Lines that overlap by more than this both show what lies there. */
const OVERLAP = 0.3
const MOST_SHARED = 3
/** An ideograph is as wide as two Latin letters or digits. */
const WIDE_CHARACTER = /[\p{Script=Han}、，。：；（）⊗]/u
/** Characters of labels that stand one above the other beside the rows they belong to. */
const STACKED = /^[购买销售方信息密码区备注货]$/u

interface Group {
  lines: LevelLine[]
  y: number
  height: number
}

/** Stacked labels would otherwise end up in the values next to them; what touches its neighbour is part of a text. */
function withoutStacked(lines: readonly LevelLine[]): LevelLine[] {
  return lines.filter((line, place) => {
    const { text, left, right, height } = line
    if (!STACKED.test(text)) return true
    const near = [lines[place - 1], lines[place + 1]].filter((other) => other !== undefined)
    return near.some(
      (other) => left - other.right < TIGHT_GAP * height && other.left - right < TIGHT_GAP * height,
    )
  })
}

function groupLines(lines: readonly LevelLine[]): Group[] {
  const groups: Group[] = []
  for (const line of lines.toSorted((a, b) => b.right - b.left - (a.right - a.left))) {
    const distance = (group: Group) => Math.abs(group.y - line.y) / Math.min(group.height, line.height)
    const near = groups.filter((group) => distance(group) < SAME_ROW)
    const best = near.toSorted((a, b) => distance(a) - distance(b))[0]
    if (best) best.lines.push(line)
    else groups.push({ lines: [line], y: line.y, height: line.height })
  }
  return groups.toSorted((a, b) => a.y - b.y)
}

const gapMark = (gap: number): string => (gap < TIGHT_GAP ? '' : gap < WIDE_GAP ? ' ' : '\t')

/** The place of each character, told from the ends of the line. */
function placeCharacters({ text, left, right, confidence }: LevelLine): CharacterPlace[] {
  const widths = [...text].flatMap((character) => {
    const width = WIDE_CHARACTER.test(character) ? 2 : 1
    return character.length === 2 ? [width, 0] : [width]
  })
  const total = widths.reduce((sum, width) => sum + width, 0)
  let before = 0
  return widths.map((width) => {
    const start = left + ((right - left) * before) / total
    before += width
    return { left: start, right: left + ((right - left) * before) / total, confidence }
  })
}

/** How many characters at the end of a text are those that the next one, which overlaps it, begins with. */
function sharedLength(text: string, next: string): number {
  for (let length = Math.min(MOST_SHARED, text.length, next.length); length > 0; length -= 1)
    if (text.endsWith(next.slice(0, length))) return length
  return 0
}

function toRow({ lines: all, y, height }: Group): Row {
  const lines = withoutStacked(all.toSorted((a, b) => a.left - b.left))
  const row: Row = { text: '', places: [], y, height }
  let end: number | undefined
  for (const line of lines) {
    const overlap = end === undefined ? 0 : end - line.left
    if (overlap > OVERLAP * Math.min(height, line.height)) {
      const kept = row.text.length - sharedLength(row.text, line.text)
      row.text = row.text.slice(0, kept)
      row.places.length = kept
    }
    const mark = end === undefined ? '' : gapMark((line.left - end) / Math.min(height, line.height))
    if (mark !== '') row.places.push({ left: end!, right: line.left, confidence: 1 })
    row.text += mark + line.text
    row.places.push(...placeCharacters(line))
    end = line.right
  }
  return row
}

/** The rows of a page from top to bottom. */
export const toRows = (lines: readonly LevelLine[]): Row[] =>
  groupLines(lines.filter(({ text }) => text !== '')).map(toRow)

/** A stretch of a row's text. */
export interface Span {
  row: Row
  start: number
  end: number
}

export const textOf = ({ row, start, end }: Span): string => row.text.slice(start, end)
export const leftOf = ({ row, start }: Span): number => row.places[start]?.left ?? 0
export const rightOf = ({ row, end }: Span): number => row.places[end - 1]?.right ?? 0

/** Of the least sure character, since one is enough to make a value wrong. */
export function confidenceOf({ row, start, end }: Span): number {
  return Math.min(1, ...row.places.slice(start, end).map(({ confidence }) => confidence))
}

export function findSpans(rows: readonly Row[], pattern: RegExp): Span[] {
  return rows.flatMap((row) =>
    [...row.text.matchAll(pattern)].map((match) => ({
      row,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}
