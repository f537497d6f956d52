import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import { distance, type Point } from './geometry.ts'

/** A line as it was read, and whether its first character begins at the very edge of what was cut out of the page. */
export interface EdgeLine extends TextLine {
  startsAtEdge: boolean
}

/** A line continues another one if it begins within this part of its height from the other's end. */
const TOUCHING = 0.8
const IDEOGRAPH = /^\p{Script=Han}/u

const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]

function continues({ box: [upperLeft, , , lowerLeft] }: TextLine, { box }: TextLine): boolean {
  const [, upperRight, lowerRight] = box
  const gap = distance(between(upperLeft, lowerLeft), between(upperRight, lowerRight))
  return gap < TOUCHING * distance(upperLeft, lowerLeft)
}

/**
 * Where the detection divides a row, the second part may begin with the rest of the character that the first part ends with: the
 * right half of 理 is read as 里. Such a rest begins at the edge of its part, and a whole character does not.
 */
export const withoutFragments = (lines: readonly EdgeLine[]): TextLine[] =>
  lines.map(({ startsAtEdge, ...line }) => {
    const isRest =
      startsAtEdge &&
      IDEOGRAPH.test(line.text) &&
      lines.some((other) => other.box !== line.box && continues(line, other))
    return isRest ? { ...line, text: line.text.slice(1) } : line
  })
