import { PNG } from 'pngjs'

const WIDTH = 600
const HEIGHT = 240
const PEN = 5
const POINTS = 900
const INK = 0xff

/** A drawn signature as a phone sends it: a transparent PNG with dark strokes, as a data URL. */
export function drawSignature(): string {
  const png = new PNG({ width: WIDTH, height: HEIGHT })
  for (let point = 0; point < POINTS; point++) {
    const t = point / POINTS
    const x = 50 + t * 500
    const y = HEIGHT / 2 + 60 * Math.sin(t * 14) * Math.cos(t * 3)
    dot(png, Math.round(x), Math.round(y))
  }
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`
}

function dot(png: PNG, centreX: number, centreY: number): void {
  for (let y = centreY - PEN; y <= centreY + PEN; y++)
    for (let x = centreX - PEN; x <= centreX + PEN; x++)
      if ((x - centreX) ** 2 + (y - centreY) ** 2 <= PEN ** 2) png.data[(y * WIDTH + x) * 4 + 3] = INK
}
