import sharp, { type Sharp } from 'sharp'
import type { Raster } from '../pictures/raster.ts'

/** A picture with one byte per pixel, which QR code readers take. */
export interface Plane {
  width: number
  height: number
  data: Uint8Array
}

/** A part of a picture in whole pixels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** A reader's memory grows with the largest plane and is never returned, so a larger picture is read in bands. */
const BAND_PIXELS_MAX = 7_000_000
/** Neighbouring bands share this part of the shorter side. A code that is larger has been read in the shrunk picture. */
const BANDS_SHARE = 1 / 5

/** The longest side of an enlarged plane. Readers do not read more in larger ones. */
const ENLARGED_MAX_SIDE = 4200
const ENLARGEMENT_MIN = 1.05

/** Rec. 601 luma in 256ths. */
const LUMA = [77, 150, 29] as const
const LUMA_UNIT = 256
/** The ink of invoice stamps: the difference of red to green and blue, and the brightness of green and blue. */
const STAMP_RED = 208
const STAMP_DARK = 13
const STAMP_OPACITY_MAX = 0.95
/** A lower opacity is the tint of the paper. */
const STAMP_OPACITY_MIN = 0.12
const WHITE = 255
const GREYS = 256
/** Every seventh pixel is enough to find color. */
const SAMPLE_STEP = 21
const COLOR_MIN = 40
const COLORED_SHARE = 0.001
/** How much redder than green and blue the ink of a stamp is, and how much of a page it covers. */
const STAMP_MIN = 70
const STAMPED_SHARE = 0.0008
const CONTRAST_CUT = 0.01
const SHARPEN_SIGMA = 2
const SHARPEN_AMOUNT = 3

const luma = (red: number, green: number, blue: number) =>
  (red * LUMA[0] + green * LUMA[1] + blue * LUMA[2]) >> 8

function mapPixels(
  raster: Raster,
  map: (red: number, green: number, blue: number) => number,
  { left, top, width, height }: Area = { left: 0, top: 0, width: raster.width, height: raster.height },
): Plane {
  const { data } = raster
  const plane = new Uint8Array(width * height)
  for (let row = 0, at = 0; row < height; row++) {
    let from = ((top + row) * raster.width + left) * 3
    for (let column = 0; column < width; column++, at++, from += 3)
      plane[at] = map(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0)
  }
  return { width, height, data: plane }
}

export const greyPlane = (raster: Raster, area?: Area): Plane => mapPixels(raster, luma, area)
/** Red ink becomes white, blue and black stay dark. */
export const redPlane = (raster: Raster): Plane => mapPixels(raster, (red) => red)
/** Any ink of one color becomes light. */
export const brightestPlane = (raster: Raster): Plane =>
  mapPixels(raster, (red, green, blue) => Math.max(red, green, blue))

/** Whether there is colored ink. Without it, all planes of a picture are the same. */
export function isColored({ data }: Raster): boolean {
  let colored = 0
  for (let at = 0; at < data.length; at += SAMPLE_STEP) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > COLOR_MIN) colored += 1
  }
  return colored * SAMPLE_STEP > data.length * COLORED_SHARE
}

/** Whether a red stamp is on the page. */
export function isStamped({ data }: Raster): boolean {
  let red = 0
  for (let at = 0; at < data.length; at += SAMPLE_STEP)
    if ((data[at] ?? 0) - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0) > STAMP_MIN) red += 1
  return red * SAMPLE_STEP > data.length * STAMPED_SHARE
}

/** The brightness of what lies below a translucent red stamp. */
export function withoutStamp(red: number, green: number, blue: number): number {
  const others = (green + blue) / 2
  const opacity = (red - others) / STAMP_RED
  if (opacity <= STAMP_OPACITY_MIN) return luma(red, green, blue)
  const ink = Math.min(STAMP_OPACITY_MAX, opacity)
  return Math.max(0, Math.min(WHITE, (others - ink * STAMP_DARK) / (1 - ink)))
}

/** Removes a translucent red stamp from what is below it. */
export const unstampedPlane = (raster: Raster): Plane => mapPixels(raster, withoutStamp)

/** The whole picture, or bands across its longer side that together show every code as a whole. */
export function bandsOf({ width, height }: Raster): Area[] {
  const count = Math.ceil((width * height) / BAND_PIXELS_MAX)
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
  const step = Math.ceil(longer / count)
  const reach = count === 1 ? 0 : Math.ceil((shorter * BANDS_SHARE) / 2)
  return Array.from({ length: count }, (_none, at) => {
    const from = Math.max(0, at * step - reach)
    const length = Math.min(longer, (at + 1) * step + reach) - from
    return width >= height
      ? { left: from, top: 0, width: length, height }
      : { left: 0, top: from, width, height: length }
  })
}

/** A part of a picture, copied. */
export function cropRaster({ width, data }: Raster, area: Area): Raster {
  const cropped = new Uint8Array(area.width * area.height * 3)
  for (let row = 0; row < area.height; row++) {
    const from = ((area.top + row) * width + area.left) * 3
    cropped.set(data.subarray(from, from + area.width * 3), row * area.width * 3)
  }
  return { width: area.width, height: area.height, data: cropped }
}

const open = ({ width, height, data }: Plane) => sharp(data, { raw: { width, height, channels: 1 } })

async function render(picture: Sharp): Promise<Plane> {
  const { data, info } = await picture.extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** Enlarges by the factor, but not beyond the longest side allowed. */
export async function enlarge(plane: Plane, factor: number): Promise<Plane> {
  const scale = Math.min(factor, ENLARGED_MAX_SIDE / Math.max(plane.width, plane.height))
  if (scale < ENLARGEMENT_MIN) return plane
  const width = Math.round(plane.width * scale)
  return render(open(plane).resize(width, Math.round(plane.height * scale), { fit: 'fill', kernel: 'cubic' }))
}

/** Makes the plane as large as so many pixels allow, and at most so much larger. */
export async function fitTo(plane: Plane, pixels: number, enlargementMax: number): Promise<Plane> {
  const scale = Math.min(enlargementMax, Math.sqrt(pixels / (plane.width * plane.height)))
  if (scale < 1 || scale > ENLARGEMENT_MIN) {
    const [width, height] = [Math.round(plane.width * scale), Math.round(plane.height * scale)]
    return render(
      open(plane).resize(Math.max(1, width), Math.max(1, height), { fit: 'fill', kernel: 'cubic' }),
    )
  }
  return plane
}

/** A grey plane, smaller by a whole factor: each pixel is the mean of a square. One loop does both, for speed. */
export function shrunkGreyPlane({ width, height, data }: Raster, factor: number): Plane {
  const [columns, rows] = [Math.floor(width / factor), Math.floor(height / factor)]
  const plane = new Uint8Array(columns * rows)
  const sums = new Uint32Array(columns)
  const area = factor * factor * LUMA_UNIT
  const [ofRed, ofGreen, ofBlue] = LUMA
  for (let row = 0; row < rows; row++) {
    sums.fill(0)
    for (let line = row * factor; line < (row + 1) * factor; line++) {
      let from = line * width * 3
      for (let column = 0; column < columns; column++) {
        let sum = 0
        for (const end = from + factor * 3; from < end; from += 3)
          sum += data[from]! * ofRed + data[from + 1]! * ofGreen + data[from + 2]! * ofBlue
        sums[column]! += sum
      }
    }
    for (let column = 0; column < columns; column++) plane[row * columns + column] = sums[column]! / area
  }
  return { width: columns, height: rows, data: plane }
}

/** Stretches the range from the darkest to the lightest hundredth of the pixels to all grey levels. */
export function stretchContrast({ width, height, data }: Plane): Plane {
  const counts = new Uint32Array(GREYS)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  const cut = data.length * CONTRAST_CUT
  const bound = (greys: Iterable<number>) => {
    let seen = 0
    for (const grey of greys) {
      seen += counts[grey] ?? 0
      if (seen > cut) return grey
    }
    return 0
  }
  const low = bound(counts.keys())
  const high = bound([...counts.keys()].toReversed())
  const span = Math.max(1, high - low)
  const table = Uint8ClampedArray.from(counts.keys(), (grey) => ((grey - low) * WHITE) / span)
  return { width, height, data: data.map((value) => table[value] ?? 0) }
}

/** Unsharp mask: adds a multiple of the difference to a blurred copy. */
export async function sharpen(plane: Plane): Promise<Plane> {
  const blurred = await render(open(plane).blur(SHARPEN_SIGMA))
  const data = new Uint8ClampedArray(plane.data.length)
  for (let at = 0; at < data.length; at++) {
    const value = plane.data[at] ?? 0
    data[at] = value + SHARPEN_AMOUNT * (value - (blurred.data[at] ?? 0))
  }
  return { ...plane, data: new Uint8Array(data.buffer) }
}
