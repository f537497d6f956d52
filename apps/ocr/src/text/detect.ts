import sharp from 'sharp'
import type { Raster } from '../raster.ts'
import { grow, heightOf, type TurnedRectangle, widthOf } from './geometry.ts'
import type { Model } from './models.ts'
import type { Region } from './region.ts'
import { findRegions } from './regions.ts'

/** The sides of the model's input are multiples of this. */
const SIDE_STEP = 32
const BYTE_MAX = 255
const valuesOfBytes = (mean: number, deviation: number): Float32Array =>
  Float32Array.from({ length: BYTE_MAX + 1 }, (_none, byte) => (byte / BYTE_MAX - mean) / deviation)
/** Mean and deviation of the training data, in the order of the model's input: blue, green, red. */
const CHANNELS = [
  { offset: 2, values: valuesOfBytes(0.485, 0.229) },
  { offset: 1, values: valuesOfBytes(0.456, 0.224) },
  { offset: 0, values: valuesOfBytes(0.406, 0.225) },
] as const
/** The model marks text smaller than it is. The margin to add is this factor times area divided by circumference. */
const GROWTH = 1.6

const padded = (side: number): number => Math.ceil(side / SIDE_STEP) * SIDE_STEP

/** Scales both sides of the region by the same factor, so that rectangles stay rectangles, and pads with white. */
async function scaled(raster: Raster, region: Region, scale: number): Promise<Raster> {
  const raw = { width: raster.width, height: raster.height, channels: 3 as const }
  const [width, height] = [region.width, region.height].map((side) => Math.max(1, Math.round(side * scale)))
  const { data, info } = await sharp(raster.data, { raw })
    .extract(region)
    .resize(width, height, { fit: 'fill', kernel: scale > 1 ? 'cubic' : 'linear' })
    .extend({ right: padded(width!) - width!, bottom: padded(height!) - height!, background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Converts pixels to normalized planes in the model's order of colors. */
function toPlanes(pixels: Uint8Array): Float32Array<ArrayBuffer> {
  const size = pixels.length / 3
  const planes = new Float32Array(pixels.length)
  for (const [plane, { offset, values }] of CHANNELS.entries())
    for (let at = 0, from = offset, to = plane * size; at < size; at += 1, from += 3, to += 1)
      planes[to] = values[pixels[from]!]!
  return planes
}

/** The rectangle in the pixels of the whole picture. */
function placedIn({ left, top }: Region, rect: TurnedRectangle, scale: number): TurnedRectangle {
  const { axis } = rect
  const [along, across] = [left * axis[0] + top * axis[1], top * axis[0] - left * axis[1]]
  return {
    axis,
    start: rect.start / scale + along,
    end: rect.end / scale + along,
    top: rect.top / scale + across,
    bottom: rect.bottom / scale + across,
  }
}

const undoShrinking = (rect: TurnedRectangle): TurnedRectangle =>
  grow(rect, (widthOf(rect) * heightOf(rect) * GROWTH) / (2 * (widthOf(rect) + heightOf(rect))))

/** The rectangles of a region that contain text, in the pixels of the whole picture. */
export async function detectText(
  model: Model,
  raster: Raster,
  region: Region,
  scale: number,
): Promise<TurnedRectangle[]> {
  const { data: pixels, width, height } = await scaled(raster, region, scale)
  const planes = toPlanes(pixels)
  const { data } = await model.run(planes, [1, 3, height, width])
  // 15 MB, which would otherwise stay until the next collection of garbage, often beside those of the next page.
  planes.buffer.transfer(0)
  return findRegions({ width, height, data }).map((rect) => placedIn(region, undoShrinking(rect), scale))
}
