import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import type { Mark, TextMark } from './drawing/drawing.ts'
import { SHARE_BEFORE } from './page-units.ts'

const WIDE = /[\u2E80-\uFFEF№¥⊗]/
const ASCENT = 0.85
const DESCENT = 0.15

function lineOf({ text, x, y, size, anchor }: TextMark): TextLine {
  const width = [...text].reduce((sum, character) => sum + (WIDE.test(character) ? size : size / 2), 0)
  const left = x - width * SHARE_BEFORE[anchor]
  const [right, top, bottom] = [left + width, y - ASCENT * size, y + DESCENT * size]
  return {
    text,
    box: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    confidence: 0.99,
  }
}

/** The texts of a page as the recognition would return them, without drawing it. */
export const linesOf = (marks: readonly Mark[]): TextLine[] =>
  marks.filter((mark) => mark.kind === 'text').map(lineOf)
