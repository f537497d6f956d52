import { distance, type Point, type Quad } from './geometry.ts'

/**
 * The security area of a paper invoice: at least so many rows of signs, equally long and exactly below each other, as no other
 * text of an invoice is. No field is in it, and its rows are the longest of the page.
 */
const ROWS_MIN = 4
/** Of a row, length to height. */
const ASPECT_MIN = 9
/** Rows begin and end within this many heights of one another. */
const ALIGNED = 1
const ROW_DISTANCE_MAX = 2.2
const SIGNS = /^[0-9<>+*/-]{15,}$/
const OPERATORS = /[<>+*/-].*[<>+*/-].*[<>+*/-]/

const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]

/** Whether one row is directly above or below the other and has the same ends. */
function areStacked(one: Quad, other: Quad): boolean {
  const height = Math.min(distance(one[0], one[3]), distance(other[0], other[3]))
  const length = distance(one[0], one[1])
  const along: Point = [(one[1][0] - one[0][0]) / length, (one[1][1] - one[0][1]) / length]
  const step = ([ax, ay]: Point, [bx, by]: Point) => ({
    aside: Math.abs((bx - ax) * along[0] + (by - ay) * along[1]),
    down: Math.abs((by - ay) * along[0] - (bx - ax) * along[1]),
  })
  const steps = [
    step(between(one[0], one[3]), between(other[0], other[3])),
    step(between(one[1], one[2]), between(other[1], other[2])),
  ]
  return steps.every(({ aside, down }) => aside < ALIGNED * height && down < ROW_DISTANCE_MAX * height)
}

/** The indices of rows that may be those of a security area, together. */
export function stacksOf(quads: readonly Quad[]): number[][] {
  const long = quads.flatMap((quad, index) =>
    distance(quad[0], quad[1]) >= ASPECT_MIN * distance(quad[0], quad[3]) ? [index] : [],
  )
  const stacks: number[][] = []
  const left = new Set(long)
  for (const first of long) {
    if (!left.delete(first)) continue
    const stack = [first]
    for (const member of stack)
      for (const other of left)
        if (areStacked(quads[member]!, quads[other]!)) {
          left.delete(other)
          stack.push(other)
        }
    if (stack.length >= ROWS_MIN) stacks.push(stack)
  }
  return stacks
}

/** Whether the text of a row is that of a security area. */
export function isSecurityArea(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(' ', '')
  return SIGNS.test(plain) && OPERATORS.test(plain)
}
