import sharp from 'sharp'
import type { Raster } from '../src/pictures/raster.ts'
import type { Random } from './random.ts'
import { toRaster } from './files/to-raster.ts'
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
  /** How far a curved page rises and falls. */
  curl?: number
  /** The ink that is left of thin and faded print, which is made of dots. */
  ink?: number
  /** Strokes of handwriting across the page. */
  strokes?: number
  /** The page's part of the width of a photo that shows other things beside it. */
  share?: number
  /** Whether labels are printed with spaces between their characters. */
  spaced?: boolean
  /** How many of the texts on the form are lost. */
  lost?: number
  /** Quarter turns of a picture whose camera was held otherwise. */
  quarters?: number
  /** Folds of a page that was in an envelope: each has a light and a dark side and moves what is below it. */
  folds?: number
  /** The brightness that a reflection adds at its middle, in grey levels. */
  glare?: number
  /** The depth of the stripes in a photo of a screen, as a part of the light. */
  stripes?: number
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
  faded: (random) => ({
    ink: random.between(0.14, 0.4),
    blur: random.between(0.3, 0.8),
    noise: random.between(2, 7),
  }),
  curved: (random) => ({
    curl: random.between(20, 55),
    turn: random.between(-3, 3),
    shade: random.between(0.1, 0.3),
  }),
  tiny: (random) => ({ scale: random.between(0.36, 0.5), quality: 45 + random.below(45) }),
  scribbled: (random) => ({ strokes: 3 + random.below(6), quality: 55 + random.below(35) }),
  spaced: () => ({ spaced: true }),
  lost: (random) => ({ lost: 2 + random.below(5), scale: random.between(0.7, 1) }),
  distant: (random) => ({
    share: random.between(0.24, 0.42),
    turn: random.between(-7, 7),
    tilt: random.between(0, 0.12),
    blur: random.between(0.3, 0.8),
    shade: random.between(0.1, 0.3),
    noise: random.between(2, 6),
    quality: 65 + random.below(30),
  }),
  sideways: (random) => ({ quarters: 1 + random.below(3), quality: 60 + random.below(30) }),
  folded: (random) => ({
    folds: 1 + random.below(3),
    shade: random.between(0.05, 0.2),
    turn: random.between(-2, 2),
  }),
  glaring: (random) => ({
    glare: random.between(60, 130),
    contrast: random.between(0.75, 0.95),
    quality: 70,
  }),
  screen: (random) => ({
    stripes: random.between(0.06, 0.16),
    tilt: random.between(0, 0.1),
    turn: random.between(-3, 3),
    scale: random.between(0.7, 1),
    noise: random.between(2, 6),
    quality: 60 + random.below(30),
  }),
} satisfies Record<string, (random: Random) => Damage>
export type DamageName = keyof typeof DAMAGES
export const DAMAGE_NAMES = Object.keys(DAMAGES) as DamageName[]

const MARGIN = 8
/** The part of the page in which the code of most kinds is. */
const CODE_CORNER = [0.17, 0.22] as const
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

/** Bends the page, so that its rows rise and fall in a wave. */
function curve(picture: Raster, curl: number, random: Random): Raster {
  const { width, height, data } = picture
  const margin = Math.ceil(curl)
  const bent = makeBackground(width, height + 2 * margin, false, random)
  const [waves, phase] = [random.between(0.4, 0.9), random.next() * 2 * Math.PI]
  for (let x = 0; x < width; x += 1) {
    const rise = curl * Math.sin((x / width) * waves * 2 * Math.PI + phase)
    for (let y = 0; y < bent.height; y += 1) {
      const from = y - margin - rise
      const row = Math.floor(from)
      if (row < 0 || row + 1 >= height) continue
      const part = from - row
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (row * width + x) * 3 + channel
        bent.data[(y * width + x) * 3 + channel] = data[at]! * (1 - part) + data[at + width * 3]! * part
      }
    }
  }
  return bent
}

const FOLD_WIDTH = 9
const FOLD_LIGHT = 45
const FOLD_SHIFT = 3

/** Folds across the page: light on one side, dark on the other, and the part below is moved sideways. */
function fold(picture: Raster, folds: number, random: Random): void {
  const { width, height, data } = picture
  for (let one = 0; one < folds; one += 1) {
    const at = Math.floor(height * random.between(0.25, 0.9))
    const shift = Math.round(random.between(-FOLD_SHIFT, FOLD_SHIFT))
    for (let y = at; y < height; y += 1) {
      const row = data.slice(y * width * 3, (y + 1) * width * 3)
      const [from, to] = shift > 0 ? [0, shift * 3] : [-shift * 3, 0]
      data.set(row.subarray(from, row.length - to), y * width * 3 + to)
    }
    for (let y = Math.max(0, at - FOLD_WIDTH); y < Math.min(height, at + FOLD_WIDTH); y += 1) {
      const light = (y < at ? FOLD_LIGHT : -FOLD_LIGHT) * (1 - Math.abs(y - at) / FOLD_WIDTH)
      for (let x = y * width * 3; x < (y + 1) * width * 3; x += 1)
        data[x] = Math.min(BYTE_MAX, Math.max(0, data[x]! + light))
    }
  }
}

/** The light that a lamp reflects from a round spot, and the stripes of a screen that a camera sees. */
function reflect(picture: Raster, { glare = 0, stripes = 0 }: Damage, random: Random): void {
  if (glare === 0 && stripes === 0) return
  const { width, height, data } = picture
  const [spotX, spotY] = [width * random.between(0.2, 0.9), height * random.between(0.3, 0.9)]
  const radius = width * random.between(0.1, 0.22)
  const [waveX, waveY] = [random.between(0.9, 1.6), random.between(0.2, 0.8)]
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const added = glare * Math.exp(-(((x - spotX) / radius) ** 2) - ((y - spotY) / radius) ** 2)
      const factor = 1 - stripes * (0.5 + 0.5 * Math.sin(x * waveX + y * waveY))
      for (let channel = 0; channel < 3; channel += 1, at += 1)
        data[at] = Math.min(BYTE_MAX, data[at]! * factor + added)
    }
}

const DOT = 3

/** Lightens the ink and leaves gaps between the dots of a needle printer; the upper left corner with the code stays. */
function fade(picture: Raster, ink: number, random: Random): void {
  const { width, height, data } = picture
  const code = { right: width * CODE_CORNER[0], bottom: height * CODE_CORNER[1] }
  const worn = random.between(0.6, 1)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      if (x < code.right && y < code.bottom) continue
      const gap = y % DOT === 0 || x % DOT === 0 ? worn : 1
      for (let channel = at; channel < at + 3; channel += 1)
        data[channel] = BYTE_MAX - (BYTE_MAX - data[channel]!) * ink * gap
    }
}

const OBJECTS = 3
/** The width of a phone's photo. */
const PHOTO_WIDTH = 4000
const BARS = 60

/** A photo of a table with the page on it, beside a pen, a card and the bars of an article number. */
async function onLargeTable(picture: Raster, share: number, random: Random): Promise<Raster> {
  const width = Math.round(picture.width / share)
  const ground = makeBackground(width, Math.round((width * 3) / 4), true, random)
  const page = await sharp(picture.data, toRaw(picture)).png().toBuffer()
  const left = Math.round((width - picture.width) * random.between(0.2, 0.8))
  const top = Math.round(Math.max(0, ground.height - picture.height) * random.between(0.2, 0.8))
  const bars = Array.from({ length: BARS }, (_none, at) =>
    random.chance(0.5)
      ? `<rect x="${at * 6}" y="0" width="${2 + random.below(4)}" height="150" fill="#000"/>`
      : '',
  )
  const things = Array.from({ length: OBJECTS }, () => {
    const [x, y] = [random.next() * width, random.next() * ground.height]
    const turn = `rotate(${random.between(-80, 80)} ${x} ${y})`
    return `<rect x="${x}" y="${y}" width="${width / 6}" height="${width / 60}" rx="9" transform="${turn}" fill="#223"/>`
  })
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${ground.height}">${things.join('')}` +
    `<g transform="translate(${width * 0.02} ${ground.height * 0.02})"><rect x="-20" y="-20" width="400" height="200" fill="#fff"/>` +
    `${bars.join('')}</g></svg>`
  const photo = await sharp(ground.data, toRaw(ground))
    .composite([{ input: Buffer.from(svg) }, { input: page, left, top }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return toRaster(sharp(photo).resize(Math.min(width, PHOTO_WIDTH)))
}

/** Strokes as from a pen; they leave the code free. */
async function scribble(picture: Raster, strokes: number, random: Random): Promise<Raster> {
  const { width, height } = picture
  const point = () =>
    `${width * random.between(CODE_CORNER[0], 1)} ${height * random.between(CODE_CORNER[1], 1)}`
  const paths = Array.from({ length: strokes }, () => {
    const start = [width * random.between(0.25, 0.85), height * random.between(0.3, 0.95)] as const
    const loops = Array.from({ length: 5 + random.below(8) }, (_none, at) => {
      const x = start[0] + at * random.between(15, 40)
      return `Q ${x + random.between(-20, 20)} ${start[1] - random.between(10, 60)} ${x} ${start[1] + random.between(-15, 15)}`
    })
    const long = random.chance(0.3) ? `M ${point()} Q ${point()} ${point()}` : ''
    return `<path d="M ${start[0]} ${start[1]} ${loops.join(' ')} ${long}" fill="none" stroke="#1b2f8a" stroke-width="${random.between(2, 4)}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paths.join('')}</svg>`
  return toRaster(sharp(picture.data, toRaw(picture)).composite([{ input: Buffer.from(svg) }]))
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
  const { scale = 1, blur = 0, quality, curl, ink, strokes, share, folds, quarters = 0 } = harm
  let picture = await toRaster(sharp(png))
  if (strokes !== undefined) picture = await scribble(picture, strokes, random)
  if (ink !== undefined) fade(picture, ink, random)
  if (curl !== undefined) picture = curve(picture, curl, random)
  if (folds !== undefined) fold(picture, folds, random)
  picture = place(picture, harm, random)
  if (share !== undefined) picture = await onLargeTable(picture, share, random)
  if (scale !== 1) {
    const width = Math.round(picture.width * scale)
    picture = await toRaster(sharp(picture.data, toRaw(picture)).resize(width))
  }
  if (blur > 0) picture = await toRaster(sharp(picture.data, toRaw(picture)).blur(blur))
  relight(picture, harm, random)
  reflect(picture, harm, random)
  if (quarters > 0) picture = await toRaster(sharp(picture.data, toRaw(picture)).rotate(quarters * 90))
  const file = sharp(picture.data, toRaw(picture))
  if (quality === undefined) return file.png({ compressionLevel: 1 }).toBuffer()
  return file.jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer()
}
