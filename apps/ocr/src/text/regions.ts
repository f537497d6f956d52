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

/** A connected group of text pixels: the first and last pixel of each row, and the mean certainty. */
interface Region {
  rows: Map<number, [left: number, right: number]>
  pixels: number
  certainty: number
}

function widen(rows: Region['rows'], x: number, y: number): void {
  const row = rows.get(y)
  if (!row) rows.set(y, [x, x])
  else if (x < row[0]) row[0] = x
  else if (x > row[1]) row[1] = x
}

/** Flood fill over the eight neighbours of each pixel; `seen` marks the pixels of all regions so far. */
function fillRegion(map: TextMap, seen: Uint8Array, from: number): Region {
  const { width, height, data } = map
  const rows: Region['rows'] = new Map()
  const stack = [from]
  let pixels = 0
  let sum = 0
  seen[from] = 1
  while (stack.length > 0) {
    const at = stack.pop()!
    const x = at % width
    const y = (at - x) / width
    pixels += 1
    sum += data[at]!
    widen(rows, x, y)
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1)
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
        const next = ny * width + nx
        if (seen[next] || data[next]! <= PIXEL_THRESHOLD) continue
        seen[next] = 1
        stack.push(next)
      }
  }
  return { rows, pixels, certainty: sum / pixels }
}

const outline = ({ rows }: Region): Point[] =>
  [...rows].flatMap(([y, [left, right]]): Point[] => [
    [left, y],
    [right + 1, y],
    [left, y + 1],
    [right + 1, y + 1],
  ])

/** The smallest rectangles around the groups of pixels that are text with sufficient certainty. */
export function findRegions(map: TextMap): TurnedRectangle[] {
  const seen = new Uint8Array(map.data.length)
  const found: TurnedRectangle[] = []
  for (let at = 0; at < map.data.length; at += 1) {
    if (seen[at] || map.data[at]! <= PIXEL_THRESHOLD) continue
    const region = fillRegion(map, seen, at)
    if (region.pixels < PIXELS_MIN || region.certainty < REGION_THRESHOLD) continue
    const rect = smallestRectangle(convexHull(outline(region)))
    if (Math.min(widthOf(rect), heightOf(rect)) >= SIDE_MIN) found.push(rect)
  }
  return found
}
