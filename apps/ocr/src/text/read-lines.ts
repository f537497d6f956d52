import type { TextLine } from '@consilium/contract/recognition.ts'
import type { Raster } from '../raster.ts'
import { toBatch } from './batch.ts'
import { cropQuad } from './crop.ts'
import { cornersOf, heightOf, type Quad, type TurnedRectangle, widthOf } from './geometry.ts'
import type { Models } from './models.ts'

/** Of the recognition's input. */
const HEIGHT = 48
const LEAST_WIDTH = 48
const MOST_WIDTH = 2400
const WIDTH_STEP = 8
/** Of all lines of a batch together: short ones gain from company, and beyond this the caches of a core are too small. */
const BATCH_WIDTH = 400
/** Characters that stand one above the other are read as if the page were turned. */
const STANDING_ASPECT = 1.5
/** Below it the classes are noise: a stamp's edge, a part of the QR code. */
const LEAST_CONFIDENCE = 0.5

interface Line {
  quad: Quad
  width: number
}

function toLine(rect: TurnedRectangle): Line {
  const corners = cornersOf(rect)
  const [a, b, c, d] = corners
  const standing = heightOf(rect) >= STANDING_ASPECT * widthOf(rect)
  const quad: Quad = standing ? [b, c, d, a] : corners
  const aspect = standing ? heightOf(rect) / widthOf(rect) : widthOf(rect) / heightOf(rect)
  return { quad, width: Math.min(MOST_WIDTH, Math.max(WIDTH_STEP, Math.round(HEIGHT * aspect))) }
}

/** Of each step the likeliest class; repetitions fall together, class 0 separates (CTC). */
function decode(scores: Float32Array, classes: number, characters: readonly string[]): Omit<TextLine, 'box'> {
  let text = ''
  let sum = 0
  let count = 0
  let last = 0
  for (let at = 0; at < scores.length; at += classes) {
    let best = 0
    for (let one = 1; one < classes; one += 1) if (scores[at + one]! > scores[at + best]!) best = one
    if (best !== 0 && best !== last) {
      text += characters[best] ?? ''
      sum += scores[at + best]!
      count += 1
    }
    last = best
  }
  return { text, confidence: count === 0 ? 0 : Math.min(1, sum / count) }
}

async function readBatch(models: Models, raster: Raster, lines: Line[]): Promise<TextLine[]> {
  const crops = lines.map(({ quad, width }) => cropQuad(raster, quad, width, HEIGHT))
  const widest = Math.max(LEAST_WIDTH, ...crops.map(({ width }) => width))
  const { data, dims } = toBatch(crops, Math.ceil(widest / WIDTH_STEP) * WIDTH_STEP)
  const answer = await models.recognition.run(data, dims)
  const [, steps = 0, classes = 1] = answer.dims
  return lines.map(({ quad }, place) => {
    const scores = answer.data.subarray(place * steps * classes, (place + 1) * steps * classes)
    return { ...decode(scores, classes, models.characters), box: quad }
  })
}

/** Lines of about the same length together; the last of a batch is its longest, to which the others are filled up. */
function toBatches(lines: readonly Line[]): Line[][] {
  const batches: Line[][] = []
  for (const line of lines.toSorted((a, b) => a.width - b.width)) {
    const last = batches.at(-1)
    if (last && (last.length + 1) * line.width <= BATCH_WIDTH) last.push(line)
    else batches.push([line])
  }
  return batches
}

/** The text of each rectangle; what is not legible is left out. */
export async function readLines(
  models: Models,
  raster: Raster,
  rects: readonly TurnedRectangle[],
): Promise<TextLine[]> {
  const read: TextLine[] = []
  for (const batch of toBatches(rects.map(toLine))) read.push(...(await readBatch(models, raster, batch)))
  return read.filter(({ text, confidence }) => text.trim() !== '' && confidence >= LEAST_CONFIDENCE)
}
