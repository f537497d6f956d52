import type { Raster } from '../pictures/raster.ts'
import type { Point } from './geometry.ts'

/** The place of a QR code in the picture: a corner, and the sides from it to the right and downwards as the code is printed. */
export interface CodePlace {
  corner: Point
  right: Point
  down: Point
}

/** The place in the same picture in another size. */
export function scaledPlace({ corner, right, down }: CodePlace, scale: number): CodePlace {
  const scaled = ([x, y]: Point): Point => [x * scale, y * scale]
  return { corner: scaled(corner), right: scaled(right), down: scaled(down) }
}

/** Where a side of the code has so many pixels, the print has as many as in a scan of the page with 1.3 megapixels, and is read as well. */
const READABLE_CODE_SIDE = 130

/** Whether the text of a page can be read in the picture with its code at this place. */
export const showsText = ({ right, down }: CodePlace): boolean =>
  Math.min(Math.hypot(...right), Math.hypot(...down)) >= READABLE_CODE_SIDE

/** A part of a picture in whole pixels. */
export interface Region {
  left: number
  top: number
  width: number
  height: number
}

/** The longer side of the picture that the detection gets. Smaller ones lose small print, larger ones only cost time. */
export const LONGER_SIDE = 1280
/** A page that is nearly square is given to the detection with so many pixels, which decide how much memory it needs. */
const DETECTED_PIXELS_MAX = 1280 * 960
/** An invoice lies within this many sides of its code, in every direction. */
const REACH = 16
/** On a page that fills the picture the code has this many pixels; a smaller one is enlarged. */
const CODE_SIDE = 100
const ENLARGEMENT_MAX = 2
/** A region is looked at again if its text can be enlarged by this factor. */
const WORTHWHILE = 1.25
/** The margin around the text that was found, as a part of its extent. */
const MARGIN = 0.03

export const wholeOf = ({ width, height }: Raster): Region => ({ left: 0, top: 0, width, height })

function regionAround(points: readonly Point[], raster: Raster): Region {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const right = Math.min(raster.width, Math.ceil(Math.max(...xs)))
  const bottom = Math.min(raster.height, Math.ceil(Math.max(...ys)))
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** The part of the picture that the invoice with this code may fill. */
export function regionOfCode({ corner, right, down }: CodePlace, raster: Raster): Region {
  const reach = REACH * Math.max(Math.hypot(...right), Math.hypot(...down))
  const [x, y] = [corner[0] + (right[0] + down[0]) / 2, corner[1] + (right[1] + down[1]) / 2]
  return regionAround(
    [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ],
    raster,
  )
}

/** The scale in which the region is given to the detection. */
export function scaleOf({ width, height }: Region, place: CodePlace | null): number {
  const fitting = Math.min(
    LONGER_SIDE / Math.max(width, height),
    Math.sqrt(DETECTED_PIXELS_MAX / (width * height)),
  )
  const side = place ? Math.hypot(...place.right) : CODE_SIDE
  const wanted = Math.min(ENLARGEMENT_MAX, Math.max(1, CODE_SIDE / side))
  return Math.min(fitting, wanted)
}

/** The region around the text that was found, if it is so much smaller that a second look shows more; otherwise null. */
export function closerRegion(
  corners: readonly Point[],
  region: Region,
  place: CodePlace | null,
  raster: Raster,
): Region | null {
  const scale = scaleOf(region, place)
  if (corners.length === 0 || scale >= 1) return null
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const margin = MARGIN * Math.max(right - left, bottom - top)
  const closer = regionAround(
    [
      [left - margin, top - margin],
      [right + margin, bottom + margin],
    ],
    raster,
  )
  return scaleOf(closer, place) >= WORTHWHILE * scale ? closer : null
}
