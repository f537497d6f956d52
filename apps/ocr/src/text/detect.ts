import sharp from 'sharp'
import type { Raster } from '../pictures/raster.ts'
import { grow, heightOf, type TurnedRectangle, widthOf } from './geometry.ts'
import type { Model } from './models.ts'
import type { Region } from './region.ts'
import { findRegions } from './regions.ts'

/** The sides of the model's input are multiples of this. */
const SIDE_STEP = 32
const BYTE_MAX = 255
const valuesOfBytes = (mean: number, deviation: number): Float32Array =>
  Float32Array.from({ length: BYTE_MAX + 1 }, (_none, byte) => (byte / BYTE_MAX - mean) / deviation)
const CHANNELS = 3 as const
/** Mean and deviation of the training data. */
const BLUE = valuesOfBytes(0.485, 0.229)
const GREEN = valuesOfBytes(0.456, 0.224)
const RED = valuesOfBytes(0.406, 0.225)
/** The model marks text smaller than it is. The margin to add is this factor times area divided by circumference. */
const GROWTH = 1.6

const padded = (side: number): number => Math.ceil(side / SIDE_STEP) * SIDE_STEP

/** Scales both sides of the region by the same factor, so that rectangles stay rectangles, and pads with white. */
async function scaled(raster: Raster, region: Region, scale: number): Promise<Raster> {
  const raw = { width: raster.width, height: raster.height, channels: CHANNELS }
  const [width, height] = [region.width, region.height].map((side) => Math.max(1, Math.round(side * scale)))
  const { data, info } = await sharp(raster.data, { raw })
    .extract(region)
    .resize(width, height, { fit: 'fill', kernel: scale > 1 ? 'cubic' : 'linear' })
    .extend({ right: padded(width!) - width!, bottom: padded(height!) - height!, background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * The planes of the last page: the system takes longer to give 15 MB than the conversion takes. Null while a page is in them, so
 * that pages that are read at once have their own.
 */
let spare: Float32Array | null = null

/** Returns an array of the length, whose values are those of another page. */
function takePlanes(length: number): Float32Array {
  const kept = spare
  spare = null
  return kept && kept.length >= length ? kept : new Float32Array(length)
}

/** Converts pixels to normalized planes in the model's order of colors. */
function fillPlanes(planes: Float32Array, pixels: Uint8Array): void {
  const size = pixels.length / CHANNELS
  const [blue, green, red] = [0, 1, 2].map((plane) => planes.subarray(plane * size, (plane + 1) * size))
  for (let at = 0, from = 0; at < size; at += 1, from += 3) {
    red![at] = RED[pixels[from]!]!
    green![at] = GREEN[pixels[from + 1]!]!
    blue![at] = BLUE[pixels[from + 2]!]!
  }
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
  const planes = takePlanes(pixels.length)
  fillPlanes(planes, pixels)
  const { data } = await model.run(planes.subarray(0, pixels.length), [1, CHANNELS, height, width])
  spare = planes
  return findRegions({ width, height, data }).map((rect) => placedIn(region, undoShrinking(rect), scale))
}
