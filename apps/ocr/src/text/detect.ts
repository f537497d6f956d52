import sharp from 'sharp'
import type { Raster } from '../raster.ts'
import { grow, heightOf, type TurnedRectangle, widthOf } from './geometry.ts'
import type { Model } from './models.ts'
import { findRegions } from './regions.ts'

/** The longer side of the picture that the model gets. Smaller pictures lose small print, larger ones only cost time. */
const LONGER_SIDE = 1280
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

/** Shrinks both sides by the same factor, so that rectangles stay rectangles, and pads with white. */
async function shrink(raster: Raster, scale: number): Promise<Raster> {
  const raw = { width: raster.width, height: raster.height, channels: 3 as const }
  const [width, height] = [raster.width, raster.height].map((side) => Math.max(1, Math.round(side * scale)))
  const { data, info } = await sharp(raster.data, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .extend({ right: padded(width!) - width!, bottom: padded(height!) - height!, background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Converts pixels to normalised planes in the model's order of colours. */
function toPlanes(pixels: Uint8Array): Float32Array {
  const size = pixels.length / 3
  const planes = new Float32Array(pixels.length)
  for (const [plane, { offset, values }] of CHANNELS.entries())
    for (let at = 0, from = offset, to = plane * size; at < size; at += 1, from += 3, to += 1)
      planes[to] = values[pixels[from]!]!
  return planes
}

function scaleBack(rect: TurnedRectangle, factor: number): TurnedRectangle {
  const { axis, start, end, top, bottom } = rect
  return { axis, start: start * factor, end: end * factor, top: top * factor, bottom: bottom * factor }
}

const undoShrinking = (rect: TurnedRectangle): TurnedRectangle =>
  grow(rect, (widthOf(rect) * heightOf(rect) * GROWTH) / (2 * (widthOf(rect) + heightOf(rect))))

/** The rectangles of a page that contain text, in its pixels. */
export async function detectText(model: Model, raster: Raster): Promise<TurnedRectangle[]> {
  const scale = Math.min(1, LONGER_SIDE / Math.max(raster.width, raster.height))
  const { data: pixels, width, height } = await shrink(raster, scale)
  const { data } = await model.run(toPlanes(pixels), [1, 3, height, width])
  return findRegions({ width, height, data }).map((rect) => scaleBack(undoShrinking(rect), 1 / scale))
}
