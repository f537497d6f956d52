/**
 * Breaks lines of Chinese text mixed with Latin words and numbers. GB/T 15834—2011, section 5.1, defines which marks
 * may not begin or end a line and that dashes and ellipses are not divided.
 */

export interface Line {
  text: string
  width: number
  /** True for the last line of a paragraph; only the other lines are justified. */
  final: boolean
}

const NOT_AT_END = String.raw`（［｛《〈「『【〔〖“‘￥¥€£＄\(\[\{`
const NOT_AT_START = String.raw`，。、；：？！）］｝》〉」』】〕〗”’·…—～％‰℃°,.;:!?\)\]\}%`
const FULL_WIDTH = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]`
const WORD_CHAR = String.raw`[[\p{L}\p{Nd}\p{M}!-~]--${FULL_WIDTH}--[\(\[\{]]`
/** `f(x)` is one word; `(` before Chinese is an opening mark. */
const WORD = String.raw`(?:${WORD_CHAR}|(?<=${WORD_CHAR})[\(\[\{](?=${WORD_CHAR}))+`
const UNIT = new RegExp(
  String.raw`\s+|[${NOT_AT_END}]*(?:${WORD}|[^\s${NOT_AT_END}${NOT_AT_START}])?[${NOT_AT_START}]*`,
  'gv',
)
const SPACE = /^\s/
const WIDE = new RegExp(`(?!${WORD_CHAR})[^\\s\\(\\[\\{]`, 'v')

/** True if space may be added beside this character when a line is justified. */
export function isWide(char: string): boolean {
  return WIDE.test(char)
}

/** Splits a text into the units of a line: spaces, words, and characters together with their punctuation. */
export function unitsOf(text: string): string[] {
  return [...text.matchAll(UNIT)].map(([unit]) => unit).filter((unit) => unit !== '')
}

type Measure = (text: string) => number

/** Prevents rounding errors from moving the last character of a full line down. */
const TOLERANCE = 0.01

/** Splits a unit that is wider than a whole line. Only a character wider than the line overflows. */
function splitUnit(unit: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const char of unit) {
    if (piece !== '' && measure(piece + char) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += char
  }
  return [...pieces, piece]
}

function breakParagraph(text: string, width: number, indent: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let line = ''
  let used = indent
  const flush = (final: boolean) => {
    const trimmed = line.trimEnd()
    lines.push({ text: trimmed, width: measure(trimmed), final })
    line = ''
    used = 0
  }
  const add = (unit: string) => {
    const unitWidth = measure(unit)
    if (line !== '' && used + unitWidth > width + TOLERANCE) flush(false)
    line += unit
    used += unitWidth
  }
  for (const unit of unitsOf(text)) {
    if (SPACE.test(unit)) {
      if (line === '' && lines.length > 0) continue
      line += unit
      used += measure(unit)
      continue
    }
    const room = line === '' ? width - used : width
    const pieces = measure(unit) > room + TOLERANCE ? splitUnit(unit, room, measure) : [unit]
    for (const piece of pieces) add(piece)
  }
  flush(true)
  return lines
}

/**
 * Breaks a text into lines of at most `width`, in the unit of `measure`, which must be additive (the fonts have no
 * kerning). `indent` precedes the first line of every paragraph.
 */
export function breakLines(text: string, width: number, measure: Measure, indent = 0): Line[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph, width, indent, measure))
}
