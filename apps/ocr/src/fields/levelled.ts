import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import { toPlainText } from './plain-text.ts'

/** A line with its place on an upright, flat page. */
export interface LevelLine {
  text: string
  left: number
  right: number
  /** The middle of the line; equal for all lines of a row. */
  y: number
  height: number
  confidence: number
  /** The line as it was read, with its corners on the page. */
  line: TextLine
}

interface Placed {
  x: number
  y: number
  width: number
  height: number
  /** The tangent of the line's angle, with y downwards. */
  slope: number
  line: TextLine
}

type Point = readonly [number, number]

/** The angles of shorter lines are not exact. */
const ASPECT_MIN = 3
/** Steeper lines are vertical text, stamps or the edge of the page. */
const SLOPE_MAX = 1
/** Lines whose slope differs more from a fit are left out of the next fit. */
const OUTLIER = 0.04
const FITS = 3

const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2]

/** The direction of most of the text, as a unit vector. */
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
 * The rows of a page that is photographed at an angle meet in one point, so their slope changes linearly with the height
 * `edge` at which they cross the left edge: y = edge + (base + change · edge) · x. Returns a function from points to `edge`.
 */
function findLevel(placed: readonly Placed[]): (x: number, y: number) => number {
  let [base, change] = [0, 0]
  const edge = (x: number, y: number) => (y - base * x) / (1 + change * x || 1)
  let long = placed.filter(({ width, height }) => width >= ASPECT_MIN * height)
  for (let fit = 0; fit < FITS; fit += 1) {
    const samples = long.map(({ x, y, slope, width }) => ({ u: edge(x, y), v: slope, weight: width }))
    ;[base, change] = fitLine(samples)
    const close = long.filter(({ x, y, slope }) => Math.abs(slope - base - change * edge(x, y)) < OUTLIER)
    if (close.length * 2 > long.length) long = close
  }
  return edge
}

/** Sections of the page's width, in each of which a curved page has one slope. */
const SECTIONS = 16
/** Smaller mean slopes are those of a flat page, measured inexactly. */
const CURVED_FROM = 0.006

/** The mean slope of the lines in each section, weighted by the length that lies in it; sections without lines have that before them. */
function slopesBySection(
  lines: readonly { left: number; right: number; slope: number }[],
  width: number,
): number[] {
  let before = 0
  return Array.from({ length: SECTIONS }, (_none, at) => {
    const [from, to] = [(at * width) / SECTIONS, ((at + 1) * width) / SECTIONS]
    let [sum, weight] = [0, 0]
    for (const { left, right, slope } of lines) {
      const shared = Math.min(right, to) - Math.max(left, from)
      if (shared <= 0) continue
      sum += (slope * shared * shared) / (right - left)
      weight += (shared * shared) / (right - left)
    }
    if (weight > 0) before = sum / weight
    return before
  })
}

/**
 * A curved page rises and falls along its width, equally in all of its rows. Returns how far it does so at each place, which
 * is the sum of the slopes up to there.
 */
function findBend(placed: readonly Placed[], level: (x: number, y: number) => number): (x: number) => number {
  const lines = placed
    .filter(({ width, height }) => width >= ASPECT_MIN * height)
    .map(({ x, y, width, slope }) => {
      const [left, right] = [x - width / 2, x + width / 2]
      const rise = (slope * width) / 2
      return { left, right, slope: (level(right, y + rise) - level(left, y - rise)) / width }
    })
  const width = Math.max(1, ...lines.map(({ right }) => right))
  const slopes = slopesBySection(lines, width)
  const mean = slopes.reduce((sum, slope) => sum + Math.abs(slope), 0) / SECTIONS
  if (mean < CURVED_FROM) return () => 0
  const section = width / SECTIONS
  return (x) =>
    slopes.reduce((sum, slope, at) => sum + slope * Math.min(section, Math.max(0, x - at * section)), 0)
}

/** Levels the lines of a page in any orientation. Lines across the reading direction are left out. */
export function levelLines(read: readonly TextLine[]): LevelLine[] {
  const lines = read.filter(({ box }) => box.flat().every(Number.isFinite))
  const direction = mainDirection(lines)
  const placed = lines
    .map((line) => placeLine(line, direction))
    .filter(({ slope, height }) => Math.abs(slope) < SLOPE_MAX && height > 0)
  const left = Math.min(...placed.map(({ x }) => x))
  const shifted = placed.map((one) => ({ ...one, x: one.x - left }))
  const level = findLevel(shifted)
  const bend = findBend(shifted, level)
  return shifted.map(({ x, y, width, height, line }) => ({
    text: toPlainText(line.text).trim(),
    left: x - width / 2,
    right: x + width / 2,
    y: level(x, y) - bend(x),
    height,
    confidence: line.confidence,
    line,
  }))
}
