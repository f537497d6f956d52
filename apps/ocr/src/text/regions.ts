import {
  convexHull,
  heightOf,
  smallestRectangle,
  type Point,
  type TurnedRectangle,
  widthOf,
} from './geometry.ts'

/** The certainty of each pixel to belong to text, row by row. */
export interface TextMap {
  width: number
  height: number
  data: Float32Array
}

/** Differentiable binarization (Liao et al., 2020) with PaddleOCR's values for these models. */
const PIXEL_THRESHOLD = 0.3
const REGION_THRESHOLD = 0.6
const SIDE_MIN = 3
const PIXELS_MIN = 10

/** Neighbouring text pixels of one row, up to but without `right`, and the sum of their certainties. */
interface Run {
  y: number
  left: number
  right: number
  sum: number
}

function runsOf({ width, height, data }: TextMap): Run[] {
  const runs: Run[] = []
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if (data[at]! <= PIXEL_THRESHOLD) continue
      const left = x
      let sum = 0
      for (; x < width && data[at]! > PIXEL_THRESHOLD; x += 1, at += 1) sum += data[at]!
      runs.push({ y, left, right: x, sum })
      // The pixel after the run is no text, and the loop goes on behind it.
      if (x === width) break
    }
  return runs
}

/** The first run of the region of each run. A run belongs to the region of those that touch it from the row above, with corners. */
function firstRuns(runs: readonly Run[]): number[] {
  const first = runs.map((_run, index) => index)
  const firstOf = (index: number): number => {
    let at = index
    while (first[at] !== at) {
      first[at] = first[first[at]!]!
      at = first[at]!
    }
    return at
  }
  let above = 0
  for (const [index, { y, left, right }] of runs.entries()) {
    while (runs[above]!.y < y - 1 || (runs[above]!.y === y - 1 && runs[above]!.right < left)) above += 1
    for (let at = above; runs[at]!.y === y - 1 && runs[at]!.left <= right; at += 1) {
      const [one, other] = [firstOf(index), firstOf(at)]
      first[Math.max(one, other)] = Math.min(one, other)
    }
  }
  return runs.map((_run, index) => firstOf(index))
}

/** The runs of each connected group of text pixels, in the order of the rows. */
function groupRuns(runs: readonly Run[]): Run[][] {
  const groups = new Map<number, Run[]>()
  for (const [index, first] of firstRuns(runs).entries()) {
    const group = groups.get(first)
    if (group) group.push(runs[index]!)
    else groups.set(first, [runs[index]!])
  }
  return [...groups.values()]
}

const isText = (group: readonly Run[]): boolean => {
  const pixels = group.reduce((total, { left, right }) => total + right - left, 0)
  const certainty = group.reduce((total, { sum }) => total + sum, 0)
  return pixels >= PIXELS_MIN && certainty >= REGION_THRESHOLD * pixels
}

/** The corners of the first and last pixel of each row. */
function outline(group: readonly Run[]): Point[] {
  return group.flatMap(({ y, left, right }, at): Point[] => {
    const isFirst = group[at - 1]?.y !== y
    const isLast = group[at + 1]?.y !== y
    const start: Point[] = isFirst
      ? [
          [left, y],
          [left, y + 1],
        ]
      : []
    const end: Point[] = isLast
      ? [
          [right, y],
          [right, y + 1],
        ]
      : []
    return [...start, ...end]
  })
}

/** The smallest rectangles around the groups of pixels that are text with sufficient certainty. */
export function findRegions(map: TextMap): TurnedRectangle[] {
  return groupRuns(runsOf(map)).flatMap((group) => {
    if (!isText(group)) return []
    const rect = smallestRectangle(convexHull(outline(group)))
    return Math.min(widthOf(rect), heightOf(rect)) >= SIDE_MIN ? [rect] : []
  })
}
