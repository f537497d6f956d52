import type { FieldBox } from '@consilium/contract/recognition/recognition.ts'
import type { CharacterPlace, Span } from './rows.ts'

export interface PageSize {
  width: number
  height: number
}

type Point = readonly [x: number, y: number]

const along = ([ax, ay]: Point, [bx, by]: Point, part: number): Point => [
  ax + (bx - ax) * part,
  ay + (by - ay) * part,
]

/** The corners of a character, by its part of the length of its line. */
function cornersOf({ line, from, to }: CharacterPlace): Point[] {
  if (line === null) return []
  const [upperLeft, upperRight, lowerRight, lowerLeft] = line.box
  return [from, to].flatMap((part) => [
    along(upperLeft, upperRight, part),
    along(lowerLeft, lowerRight, part),
  ])
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** The smallest upright rectangle around the text, as parts of the page; null if there is no text. */
export function boxOf(spans: readonly Span[], page: number, size: PageSize): FieldBox | null {
  const corners = spans.flatMap(({ row, start, end }) => row.places.slice(start, end).flatMap(cornersOf))
  if (corners.length === 0) return null
  const [xs, ys] = [corners.map(([x]) => x / size.width), corners.map(([, y]) => y / size.height)]
  const [left, right] = [clamp(Math.min(...xs)), clamp(Math.max(...xs))]
  const [top, bottom] = [clamp(Math.min(...ys)), clamp(Math.max(...ys))]
  return { page, x: left, y: top, width: clamp(right - left), height: clamp(bottom - top) }
}
