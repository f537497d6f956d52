import type { TextLine } from '@consilium/contract/recognition.ts'
import { toPlainText } from './plain-text.ts'

/** A line as it would stand on a page that lies upright and flat. */
export interface LevelLine {
  text: string
  left: number
  right: number
  /** Of the middle; equal along a printed row. */
  y: number
  height: number
  confidence: number
}

interface Placed {
  x: number
  y: number
  width: number
  height: number
  /** Rise of the line: the tangent of its angle, y pointing down. */
  slope: number
  line: TextLine
}

type Point = readonly [number, number]

/** A shorter line's angle says little. */
const LEAST_ASPECT = 3
/** Lines that stand on end are stacked characters, stamps or a page's edge. */
const MOST_SLOPE = 1
/** Lines whose slope is further from the fit than this are left out of the next one. */
const OUTLIER = 0.04
const FITS = 3

const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]

/** The direction in which most of the text runs, as a unit vector. */
function mainDirection(lines: readonly TextLine[]): Point {
  let [x, y] = [0, 0]
  for (const { box, text } of lines) {
    const [dx, dy] = [box[1][0] - box[0][0], box[1][1] - box[0][1]]
    const length = Math.hypot(dx, dy)
    if (length === 0) continue
    x += (dx / length) * text.length
    y += (dy / length) * text.length
  }
  const length = Math.hypot(x, y)
  return length === 0 ? [1, 0] : [x / length, y / length]
}

function placeLine(line: TextLine, [cos, sin]: Point): Placed {
  const turned = line.box.map(([x, y]): Point => [x * cos + y * sin, y * cos - x * sin])
  const [upperLeft, upperRight, lowerRight, lowerLeft] = turned as [Point, Point, Point, Point]
  const start = between(upperLeft, lowerLeft)
  const end = between(upperRight, lowerRight)
  const [x, y] = between(start, end)
  return {
    x,
    y,
    width: Math.hypot(end[0] - start[0], end[1] - start[1]),
    height: Math.hypot(lowerLeft[0] - upperLeft[0], lowerLeft[1] - upperLeft[1]),
    slope: (end[1] - start[1]) / (end[0] - start[0] || 1),
    line,
  }
}

/** Weighted least squares of v over u. */
function fitLine(
  samples: readonly { u: number; v: number; weight: number }[],
): [base: number, change: number] {
  const total = samples.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return [0, 0]
  const mean = (pick: (sample: { u: number; v: number }) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample) * sample.weight, 0) / total
  const [u, v] = [mean((sample) => sample.u), mean((sample) => sample.v)]
  const spread = mean((sample) => (sample.u - u) ** 2)
  const change = spread < 1 ? 0 : mean((sample) => (sample.u - u) * (sample.v - v)) / spread
  return [v - change * u, change]
}

/**
 * Rows of a page seen at an angle meet in one point, so that their slope changes evenly with the height at which they
 * cross the left edge: y = edge + (base + change · edge) · x. Answers that edge for any point.
 */
function findLevel(placed: readonly Placed[]): (x: number, y: number) => number {
  let [base, change] = [0, 0]
  const edge = (x: number, y: number) => (y - base * x) / (1 + change * x || 1)
  let long = placed.filter(({ width, height }) => width >= LEAST_ASPECT * height)
  for (let fit = 0; fit < FITS; fit += 1) {
    const samples = long.map(({ x, y, slope, width }) => ({ u: edge(x, y), v: slope, weight: width }))
    ;[base, change] = fitLine(samples)
    const close = long.filter(({ x, y, slope }) => Math.abs(slope - base - change * edge(x, y)) < OUTLIER)
    if (close.length * 2 > long.length) long = close
  }
  return edge
}

/** Puts lines of a page in any position level; those that run across are left out. */
export function levelLines(read: readonly TextLine[]): LevelLine[] {
  const lines = read.filter(({ box }) => box.flat().every(Number.isFinite))
  const direction = mainDirection(lines)
  const placed = lines
    .map((line) => placeLine(line, direction))
    .filter(({ slope, height }) => Math.abs(slope) < MOST_SLOPE && height > 0)
  const left = Math.min(...placed.map(({ x }) => x))
  const shifted = placed.map((one) => ({ ...one, x: one.x - left }))
  const level = findLevel(shifted)
  return shifted.map(({ x, y, width, height, line }) => ({
    text: toPlainText(line.text).trim(),
    left: x - width / 2,
    right: x + width / 2,
    y: level(x, y),
    height,
    confidence: line.confidence,
  }))
}
