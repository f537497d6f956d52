import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import type { LevelLine } from './levelled.ts'
import { withoutRepeats } from './overlaps.ts'

/** A printed row: the text of its lines from left to right, with a tab for a wide gap. */
export interface Row {
  text: string
  /** The place of each character of `text`. */
  places: CharacterPlace[]
  y: number
  height: number
}

export interface CharacterPlace {
  left: number
  right: number
  confidence: number
  /** The line that contains the character, and the part of its length before and after it; null for a gap. */
  line: TextLine | null
  from: number
  to: number
}

/** Lines belong to one row if the distance of their middles is less than this part of the smaller height. */
const SAME_ROW = 0.5
/** Gaps in heights of the row: a smaller gap than the first is none, a larger one than the second separates columns. */
const TIGHT_GAP = 0.45
const WIDE_GAP = 1.7
/** If lines overlap by more, both contain the same characters. */
const OVERLAP = 0.3
const SHARED_MAX = 3
/** Characters that are as wide as two Latin letters or digits. */
const WIDE_CHARACTER = /[\p{Script=Han}、，。：；（）⊗]/u
/** Characters of vertical labels beside the rows. */
const STACKED = /^[购买销售方信息密码区备注货]$/u

interface Group {
  lines: LevelLine[]
  y: number
  height: number
}

/** Removes vertical labels, which would become part of the values beside them. A character that touches another one stays. */
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

/** So many letters in boxes of their own, at the same distances, are one text that was set wide. */
const SET_WIDE_MIN = 3
const PITCH_RATIO_MAX = 1.6
/** Letters farther apart are cells of a table, in heights of the row. */
const PITCH_MAX = 4
const LETTER = /^\p{Script=Han}$/u

/** The lines that begin directly after the letter before them, since both are letters of one text. */
function setWide(lines: readonly LevelLine[]): Set<LevelLine> {
  const joined = new Set<LevelLine>()
  const middle = ({ left, right }: LevelLine) => (left + right) / 2
  let run: LevelLine[] = []
  const end = () => {
    if (run.length >= SET_WIDE_MIN) for (const line of run.slice(1)) joined.add(line)
    run = []
  }
  for (const line of lines) {
    const [first, second] = run
    const last = run.at(-1)
    const pitch = last ? middle(line) - middle(last) : 0
    const usual = first && second ? middle(second) - middle(first) : pitch
    const fits =
      pitch <= PITCH_MAX * line.height && Math.max(pitch, usual) <= PITCH_RATIO_MAX * Math.min(pitch, usual)
    if (!LETTER.test(line.text) || (last && !fits)) end()
    if (LETTER.test(line.text)) run.push(line)
  }
  end()
  return joined
}

const gapMark = (gap: number): string => (gap < TIGHT_GAP ? '' : gap < WIDE_GAP ? ' ' : '\t')

/** Calculates the place of each character from the ends of the line. */
function placeCharacters({ text, left, right, confidence, line }: LevelLine): CharacterPlace[] {
  // The printed forms tell the widths: a colon of a Chinese font is as wide as an ideograph.
  const printed = [...line.text.trim()]
  const characters = [...text]
  const widths = characters.flatMap((character, place) => {
    const form = printed.length === characters.length ? printed[place]! : character
    const width = WIDE_CHARACTER.test(form) ? 2 : 1
    return character.length === 2 ? [width, 0] : [width]
  })
  const total = widths.reduce((sum, width) => sum + width, 0)
  let before = 0
  return widths.map((width) => {
    const from = before / total
    before += width
    const to = before / total
    const at = (share: number) => left + (right - left) * share
    return { left: at(from), right: at(to), confidence, line, from, to }
  })
}

/** The number of characters at the end of a text with which the next, overlapping text begins. */
function sharedLength(text: string, next: string): number {
  for (let length = Math.min(SHARED_MAX, text.length, next.length); length > 0; length -= 1)
    if (text.endsWith(next.slice(0, length))) return length
  return 0
}

function toRow({ lines: all, y, height }: Group): Row {
  const lines = withoutStacked(all.toSorted((a, b) => a.left - b.left))
  const row: Row = { text: '', places: [], y, height }
  const wide = setWide(lines)
  let end: number | undefined
  for (const line of lines) {
    const overlap = end === undefined ? 0 : end - line.left
    if (overlap > OVERLAP * Math.min(height, line.height)) {
      const kept = row.text.length - sharedLength(row.text, line.text)
      row.text = row.text.slice(0, kept)
      row.places.length = kept
    }
    const mark =
      end === undefined || wide.has(line) ? '' : gapMark((line.left - end) / Math.min(height, line.height))
    if (mark !== '')
      row.places.push({ left: end!, right: line.left, confidence: 1, line: null, from: 0, to: 0 })
    row.text += mark + line.text
    row.places.push(...placeCharacters(line))
    end = line.right
  }
  return row
}

/** The rows of a page from top to bottom. */
export const toRows = (lines: readonly LevelLine[]): Row[] =>
  groupLines(withoutRepeats(lines.filter(({ text }) => text !== ''))).map(toRow)

/** A part of a row's text. */
export interface Span {
  row: Row
  start: number
  end: number
}

export const textOf = ({ row, start, end }: Span): string => row.text.slice(start, end)
export const leftOf = ({ row, start }: Span): number => row.places[start]?.left ?? 0
export const rightOf = ({ row, end }: Span): number => row.places[end - 1]?.right ?? 0

/** The confidence of the least certain character, since one wrong character makes a value wrong. */
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
