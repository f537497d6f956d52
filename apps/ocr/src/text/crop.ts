import type { Raster } from '../raster.ts'
import type { Point, Quad } from './geometry.ts'

/** What one pixel of the crop is averaged from, when text is larger than the crop. */
const MOST_SAMPLES = 3

/** Bilinear, the edge going on beyond the page; adds the three channels into `sums`. */
function addPixel({ width, height, data }: Raster, x: number, y: number, sums: Float64Array): void {
  const px = Math.min(Math.max(x - 0.5, 0), width - 1)
  const py = Math.min(Math.max(y - 0.5, 0), height - 1)
  const left = Math.floor(px)
  const top = Math.floor(py)
  const right = left + 1 < width ? 3 : 0
  const below = top + 1 < height ? width * 3 : 0
  const fx = px - left
  const fy = py - top
  const at = (top * width + left) * 3
  for (let channel = 0; channel < 3; channel += 1) {
    const from = at + channel
    const upper = data[from]! * (1 - fx) + data[from + right]! * fx
    const lower = data[from + below]! * (1 - fx) + data[from + below + right]! * fx
    sums[channel]! += upper * (1 - fy) + lower * fy
  }
}

const between = (from: Point, to: Point, part: number): Point => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
]

/** The part of a page within the corners, drawn upright in the given size. */
export function cropQuad(raster: Raster, quad: Quad, width: number, height: number): Raster {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = quad
  const tall = Math.hypot(lowerLeft[0] - upperLeft[0], lowerLeft[1] - upperLeft[1])
  const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.round(tall / height)))
  const data = new Uint8Array(width * height * 3)
  const sums = new Float64Array(3)
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 3) {
      sums.fill(0)
      for (let down = 0.5; down < samples; down += 1) {
        const left = between(upperLeft, lowerLeft, (y + down / samples) / height)
        const right = between(upperRight, lowerRight, (y + down / samples) / height)
        for (let over = 0.5; over < samples; over += 1) {
          const [px, py] = between(left, right, (x + over / samples) / width)
          addPixel(raster, px, py, sums)
        }
      }
      for (let channel = 0; channel < 3; channel += 1)
        data[to + channel] = sums[channel]! / (samples * samples) + 0.5
    }
  return { width, height, data }
}
