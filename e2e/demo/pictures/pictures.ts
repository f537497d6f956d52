import { PNG } from 'pngjs'
import type { Random } from '../random.ts'

type Color = readonly [red: number, green: number, blue: number]
interface Point {
  x: number
  y: number
}

const OPAQUE = 255
const CHANNELS = 4
const WIDTH = 640
const HEIGHT = 420
const PAPER: Color = [250, 249, 244]
const INK: Color = [28, 40, 96]
const GREY: Color = [170, 176, 186]

/** A canvas for filled shapes, which are clipped at its edges. */
function createCanvas(width: number, height: number, ground?: Color) {
  const png = new PNG({ width, height })
  const { data } = png
  const set = (x: number, y: number, [red, green, blue]: Color) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const offset = (y * width + x) * CHANNELS
    data[offset] = red
    data[offset + 1] = green
    data[offset + 2] = blue
    data[offset + 3] = OPAQUE
  }
  const box = (left: number, top: number, wide: number, high: number, color: Color) => {
    for (let y = Math.round(top); y < top + high; y++)
      for (let x = Math.round(left); x < left + wide; x++) set(x, y, color)
  }
  const disc = ({ x: middle, y: centre }: Point, radius: number, color: Color) => {
    for (let y = Math.floor(centre - radius); y <= centre + radius; y++)
      for (let x = Math.floor(middle - radius); x <= middle + radius; x++)
        if ((x - middle) ** 2 + (y - centre) ** 2 <= radius ** 2) set(x, y, color)
  }
  const shade = (top: Color, bottom: Color) => {
    for (let y = 0; y < height; y++) {
      const part = y / height
      const mixed = top.map((value, index) => Math.round(value + (bottom[index]! - value) * part))
      box(0, y, width, 1, mixed as unknown as Color)
    }
  }
  if (ground) box(0, 0, width, height, ground)
  return { box, disc, shade, bytes: () => PNG.sync.write(png) }
}
type Canvas = ReturnType<typeof createCanvas>

/** A dark color with little saturation, for hair and clothes. */
const dark = (random: Random): Color => {
  const light = random.int(26, 72)
  return [light, light - 6, light - 10]
}

const tone = (random: Random, from: number, to: number): Color => [
  random.int(from, to),
  random.int(from, to),
  random.int(from, to),
]

/** A pen stroke through three points. */
function stroke(canvas: Canvas, [from, over, to]: readonly [Point, Point, Point], pen: number): void {
  const steps = 60
  for (let step = 0; step <= steps; step++) {
    const t = step / steps
    const along = (axis: 'x' | 'y') =>
      (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * over[axis] + t ** 2 * to[axis]
    canvas.disc({ x: along('x'), y: along('y') }, pen, INK)
  }
}

/** Strokes in a square that look like a handwritten character. */
function scribble(random: Random, canvas: Canvas, corner: Point, size: number, pen: number): void {
  const point = (): Point => ({ x: corner.x + random.next() * size, y: corner.y + random.next() * size })
  for (let count = random.int(4, 6); count > 0; count--) stroke(canvas, [point(), point(), point()], pen)
}

const SIGNATURE = { width: 480, height: 180, size: 120, pen: 3 }

/** A handwritten name of two or three characters on a transparent background, as a data URL. */
export function drawSignature(random: Random): string {
  const { width, height, size, pen } = SIGNATURE
  const canvas = createCanvas(width, height)
  for (let count = random.int(2, 3), left = 30; count > 0; count--, left += size + 20)
    scribble(random, canvas, { x: left, y: random.int(20, 40) }, size, pen)
  return `data:image/png;base64,${canvas.bytes().toString('base64')}`
}

const ROWS = 4
const SEATS = 9

/** A meeting room seen from the back, with a screen, a lectern and rows of heads. */
export function drawMeeting(random: Random): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT)
  canvas.shade(tone(random, 150, 210), tone(random, 60, 100))
  canvas.box(130, 40, 380, 170, [244, 246, 250])
  canvas.box(150, 62, random.int(160, 300), 16, [40, 90, 170])
  for (let line = 0; line < 4; line++) canvas.box(150, 96 + line * 24, random.int(120, 330), 8, GREY)
  canvas.box(540, 150, 46, 80, [110, 74, 48])
  canvas.disc({ x: 563, y: 128 }, 16, [226, 188, 158])
  for (let row = 0; row < ROWS; row++)
    for (let seat = 0; seat < SEATS; seat++)
      if (random.chance(0.85))
        canvas.disc({ x: 40 + seat * 70 + row * 6, y: 260 + row * 42 }, 14 + row * 2, dark(random))
  return canvas.bytes()
}

const SHEET_ROWS = 9

/** A sign-in sheet with handwritten lines. */
export function drawSignInSheet(random: Random): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT, PAPER)
  canvas.box(200, 20, 240, 14, INK)
  for (let row = 0; row <= SHEET_ROWS; row++) canvas.box(30, 56 + row * 38, WIDTH - 60, 2, GREY)
  for (const column of [30, 90, 330, 608]) canvas.box(column, 56, 2, SHEET_ROWS * 38, GREY)
  for (let row = 0; row < SHEET_ROWS; row++) {
    canvas.box(50, 70 + row * 38, 14, 10, GREY)
    canvas.box(110, 70 + row * 38, random.int(80, 190), 9, GREY)
    const characters = random.int(2, 3)
    for (let count = 0; count < characters; count++)
      scribble(random, canvas, { x: 360 + count * 32, y: 62 + row * 38 }, 24, 1)
  }
  return canvas.bytes()
}

/** The front of a card with a portrait, or its back with an emblem. The text is illegible. */
export function drawIdentityCard(random: Random, side: 'front' | 'back'): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT)
  canvas.shade([226, 236, 244], [206, 222, 214])
  if (side === 'back') {
    canvas.disc({ x: 130, y: 120 }, 62, [196, 60, 52])
    for (let line = 0; line < 4; line++) canvas.box(240, 80 + line * 66, random.int(200, 340), 18, GREY)
    return canvas.bytes()
  }
  for (let line = 0; line < 5; line++) canvas.box(50, 60 + line * 52, random.int(120, 300), 16, GREY)
  canvas.box(50, 350, 420, 20, GREY)
  canvas.box(430, 60, 160, 200, [214, 220, 230])
  canvas.disc({ x: 510, y: 140 }, 48, [228, 192, 164])
  canvas.box(450, 196, 120, 64, dark(random))
  return canvas.bytes()
}
