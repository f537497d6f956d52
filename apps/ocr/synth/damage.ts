import sharp from 'sharp'
import type { Raster } from '../src/raster.ts'
import type { Random } from './random.ts'
import { toRaster } from './to-raster.ts'
import { type Corners, warpOnto } from './warp.ts'

/** The damage to an invoice between printer and upload. Lengths are pixels of the drawn page. */
export interface Damage {
  /** The factor for both sides. */
  scale?: number
  /** The rotation in degrees. */
  turn?: number
  /** The tilt away from the camera; 0.3 shrinks the far edge by about a quarter. */
  tilt?: number
  /** Whether a table is visible around the page. */
  table?: boolean
  /** The standard deviation of the blur in pixels. */
  blur?: number
  /** The part of the light that is lost in the darkest corner and at the edge of a shadow. */
  shade?: number
  /** The standard deviation of the noise in grey levels. */
  noise?: number
  /** The part of the contrast that remains. */
  contrast?: number
  /** JPEG quality. */
  quality?: number
  /** Whether a stamp covers a part of the QR code. */
  stamped?: boolean
}

export const DAMAGES = {
  none: () => ({}),
  scaled: (random) => ({ scale: random.between(0.5, 0.75) }),
  compressed: (random) => ({ quality: 12 + random.below(24), scale: random.between(0.7, 1) }),
  turned: (random) => ({ turn: random.between(-15, 15) }),
  tilted: (random) => ({ tilt: random.between(0.15, 0.35), turn: random.between(-4, 4) }),
  blurred: (random) => ({ blur: random.between(1, 2) }),
  noisy: (random) => ({ noise: random.between(10, 28) }),
  stamped: () => ({ stamped: true }),
  shaded: (random) => ({ shade: random.between(0.3, 0.6), contrast: random.between(0.6, 0.9) }),
  photographed: (random) => ({
    scale: random.between(0.85, 1),
    turn: random.between(-8, 8),
    tilt: random.between(0.05, 0.2),
    table: true,
    blur: random.between(0.5, 1.1),
    shade: random.between(0.15, 0.4),
    noise: random.between(3, 8),
    contrast: random.between(0.75, 0.95),
    quality: 50 + random.below(40),
  }),
} satisfies Record<string, (random: Random) => Damage>
export type DamageName = keyof typeof DAMAGES
export const DAMAGE_NAMES = Object.keys(DAMAGES) as DamageName[]

const MARGIN = 8
const TABLE_MARGIN = 70
const BYTE_MAX = 255
const SHADOW_EDGE = 0.03
const SHADOW_DEPTH = 0.55
const WHITE = [BYTE_MAX, BYTE_MAX, BYTE_MAX]

const toRaw = ({ width, height }: Raster) => ({ raw: { width, height, channels: 3 as const } })

/** The corners of a page that is turned and tilted around its centre, projected by a pinhole camera. */
function placeCorners({ width, height }: Raster, turn: number, tilt: number, random: Random): Corners {
  const angle = (turn * Math.PI) / 180
  const lean = () => (random.chance(0.5) ? -1 : 1) * tilt * random.between(0.5, 1)
  const [leanX, leanY] = [lean(), lean()]
  const frame = [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ] as const
  return frame.map(([x, y]) => {
    const turnedX = x * Math.cos(angle) - y * Math.sin(angle)
    const turnedY = x * Math.sin(angle) + y * Math.cos(angle)
    const depth = 1 + (leanX * turnedX) / width + (leanY * turnedY) / height
    return [turnedX / depth, turnedY / depth]
  }) as Corners
}

function makeBackground(width: number, height: number, table: boolean, random: Random): Raster {
  const color = table ? [random.between(60, 180), random.between(50, 150), random.between(40, 130)] : WHITE
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at += 1)
    data[at] = Math.min(BYTE_MAX, color[at % 3]! + (table ? random.between(-15, 15) : 0))
  return { width, height, data }
}

function place(picture: Raster, { turn = 0, tilt = 0, table = false }: Damage, random: Random): Raster {
  if (turn === 0 && tilt === 0 && !table) return picture
  const corners = placeCorners(picture, turn, tilt, random)
  const margin = table ? TABLE_MARGIN : MARGIN
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  const width = Math.ceil(Math.max(...xs) - left + margin)
  const ground = makeBackground(width, Math.ceil(Math.max(...ys) - top + margin), table, random)
  warpOnto(ground, picture, corners.map(([x, y]) => [x - left, y - top]) as Corners)
  return ground
}

/** The brightness of each point: it falls with the distance from a bright spot and behind the edge of a shadow. */
function makeLight(shade: number, random: Random): (x: number, y: number) => number {
  if (shade === 0) return () => 1
  const [brightX, brightY, angle] = [random.next(), random.next(), random.next() * 2 * Math.PI]
  const edge = random.between(0.2, 0.8)
  return (x, y) => {
    const distance = Math.min(1, Math.hypot(x - brightX, y - brightY))
    const across = (x - 0.5) * Math.cos(angle) + (y - 0.5) * Math.sin(angle) + 0.5
    const depth = Math.min(1, Math.max(0, (edge - across) / SHADOW_EDGE))
    return (1 - shade * distance) * (1 - shade * SHADOW_DEPTH * depth)
  }
}

function relight(picture: Raster, { shade = 0, noise = 0, contrast = 1 }: Damage, random: Random): void {
  if (shade === 0 && noise === 0 && contrast === 1) return
  const { width, height, data } = picture
  const light = makeLight(shade, random)
  const lift = (1 - contrast) * random.between(0.3, 0.9) * BYTE_MAX
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const factor = light(x / width, y / height)
      const grain = noise === 0 ? 0 : random.gauss() * noise
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const tint = noise === 0 ? 0 : random.between(-noise, noise) / 2
        const value = (data[at]! * contrast + lift) * factor + grain + tint
        data[at] = Math.min(BYTE_MAX, Math.max(0, value))
      }
    }
}

/** Returns the damaged picture as a file: JPEG if a quality is given, otherwise PNG. */
export async function damage(png: Buffer, harm: Damage, random: Random): Promise<Buffer> {
  let picture = place(await toRaster(sharp(png)), harm, random)
  const { scale = 1, blur = 0, quality } = harm
  if (scale !== 1) {
    const width = Math.round(picture.width * scale)
    picture = await toRaster(sharp(picture.data, toRaw(picture)).resize(width))
  }
  if (blur > 0) picture = await toRaster(sharp(picture.data, toRaw(picture)).blur(blur))
  relight(picture, harm, random)
  const file = sharp(picture.data, toRaw(picture))
  if (quality === undefined) return file.png({ compressionLevel: 1 }).toBuffer()
  return file.jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer()
}
