import type { Raster } from '../pictures/raster.ts'
import { distance, type Quad } from './geometry.ts'

/** The most samples per pixel and side, when text is larger than the crop. */
const SAMPLES_MAX = 3
const HALF_RANGE = 127.5
export const CHANNELS = 3

/** The blue, green and red plane of a crop in a larger array. `stride` is the distance between its rows. */
export interface Planes {
  data: Float32Array
  start: number
  stride: number
  /** The distance between the planes. */
  step: number
}

const clamp = (value: number, most: number): number => (value < 0 ? 0 : value > most ? most : value)

/** The place of the first sample in the page, and the steps to the next sample in its row and column. */
interface Grid {
  samples: number
  fromX: number
  fromY: number
  alongX: number
  alongY: number
  downX: number
  downY: number
}

function gridOf([upperLeft, upperRight, , lowerLeft]: Quad, width: number, height: number): Grid {
  const samples = clamp(Math.round(distance(upperLeft, lowerLeft) / height), SAMPLES_MAX) || 1
  const columns = width * samples
  const rows = height * samples
  const alongX = (upperRight[0] - upperLeft[0]) / columns
  const alongY = (upperRight[1] - upperLeft[1]) / columns
  const downX = (lowerLeft[0] - upperLeft[0]) / rows
  const downY = (lowerLeft[1] - upperLeft[1]) / rows
  // Samples are taken at their centres; the centre of a pixel is half a pixel from its corner.
  const fromX = upperLeft[0] + (alongX + downX) / 2 - 0.5
  const fromY = upperLeft[1] + (alongY + downY) / 2 - 0.5
  return { samples, fromX, fromY, alongX, alongY, downX, downY }
}

/** Bilinear; beyond the page its edge is repeated. For speed this loop has no arrays and no closures. */
function addRow(raster: Raster, grid: Grid, row: number, width: number, planes: Planes, start: number): void {
  const { data, width: pageWidth } = raster
  const { samples, fromX, fromY, alongX, alongY, downX, downY } = grid
  const { data: out, step } = planes
  const lastX = pageWidth - 1
  const lastY = raster.height - 1
  const line = pageWidth * CHANNELS
  const scale = 1 / (HALF_RANGE * samples * samples)
  const end = width * samples
  for (let column = 0; column < end; column += 1) {
    const px = clamp(fromX + column * alongX + row * downX, lastX)
    const py = clamp(fromY + column * alongY + row * downY, lastY)
    const left = px | 0
    const top = py | 0
    const fx = px - left
    const fy = py - top
    const at = top * line + left * CHANNELS
    const right = left < lastX ? CHANNELS : 0
    const below = at + (top < lastY ? line : 0)
    const a = (1 - fx) * (1 - fy) * scale
    const b = fx * (1 - fy) * scale
    const c = (1 - fx) * fy * scale
    const d = fx * fy * scale
    const to = start + ((column / samples) | 0)
    out[to]! +=
      data[at + 2]! * a + data[at + right + 2]! * b + data[below + 2]! * c + data[below + right + 2]! * d
    out[to + step]! +=
      data[at + 1]! * a + data[at + right + 1]! * b + data[below + 1]! * c + data[below + right + 1]! * d
    out[to + 2 * step]! += data[at]! * a + data[at + right]! * b + data[below]! * c + data[below + right]! * d
  }
}

/** Draws the part of a page inside a rectangle, upright and in the given size, with values from −1 to 1. */
export function drawCrop(raster: Raster, quad: Quad, width: number, height: number, planes: Planes): void {
  const grid = gridOf(quad, width, height)
  const { data, start, stride, step } = planes
  for (let y = 0; y < height; y += 1) {
    const from = start + y * stride
    for (let plane = 0; plane < CHANNELS; plane += 1)
      data.fill(-1, from + plane * step, from + plane * step + width)
    for (let sample = 0; sample < grid.samples; sample += 1)
      addRow(raster, grid, y * grid.samples + sample, width, planes, from)
  }
}
