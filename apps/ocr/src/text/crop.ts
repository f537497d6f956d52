import type { Raster } from '../raster.ts'
import { distance, type Quad } from './geometry.ts'

/** What one pixel of the crop is averaged from along each side, when text is larger than the crop. */
const MOST_SAMPLES = 3
const HALF_RANGE = 127.5
export const CHANNELS = 3

/** Three planes, blue, green and red, within a larger array; the rows of the crop begin `stride` apart. */
export interface Planes {
  data: Float32Array
  start: number
  stride: number
  /** From the beginning of one plane to the next. */
  step: number
}

const clamp = (value: number, most: number): number => (value < 0 ? 0 : value > most ? most : value)

/** How the page's pixels lie along the rows and columns of samples that a crop is drawn from. */
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
  const samples = clamp(Math.round(distance(upperLeft, lowerLeft) / height), MOST_SAMPLES) || 1
  const columns = width * samples
  const rows = height * samples
  const alongX = (upperRight[0] - upperLeft[0]) / columns
  const alongY = (upperRight[1] - upperLeft[1]) / columns
  const downX = (lowerLeft[0] - upperLeft[0]) / rows
  const downY = (lowerLeft[1] - upperLeft[1]) / rows
  // Middles of samples, less the half by which a pixel's middle stands beside its corner.
  const fromX = upperLeft[0] + (alongX + downX) / 2 - 0.5
  const fromY = upperLeft[1] + (alongY + downY) / 2 - 0.5
  return { samples, fromX, fromY, alongX, alongY, downX, downY }
}

/** Bilinear, the page's edge going on beyond it. Every pixel of every line goes through this: no arrays, no closures. */
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

/** The part of a page within the corners of a rectangle, drawn upright in the given size, with values from −1 to 1. */
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
