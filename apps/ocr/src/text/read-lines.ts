import type { TextLine } from '@consilium/contract/recognition.ts'
import type { Raster } from '../raster.ts'
import { type Part, toBatch } from './batch.ts'
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

function toLine(rect: TurnedRectangle): Part {
  const corners = cornersOf(rect)
  const [a, b, c, d] = corners
  const standing = heightOf(rect) >= STANDING_ASPECT * widthOf(rect)
  const quad: Quad = standing ? [b, c, d, a] : corners
  const aspect = standing ? heightOf(rect) / widthOf(rect) : widthOf(rect) / heightOf(rect)
  return { quad, width: Math.min(MOST_WIDTH, Math.max(WIDTH_STEP, Math.round(HEIGHT * aspect))) }
}

/** Numbers a step: its likeliest class, and how likely it is. */
const PAIR = 2

/** Repetitions of a class fall together, class 0 separates (CTC). */
function decode(steps: Float32Array, characters: readonly string[]): Omit<TextLine, 'box'> {
  let text = ''
  let sum = 0
  let count = 0
  let last = 0
  for (let at = 0; at < steps.length; at += PAIR) {
    const best = steps[at]!
    if (best !== 0 && best !== last) {
      text += characters[best] ?? ''
      sum += steps[at + 1]!
      count += 1
    }
    last = best
  }
  return { text, confidence: count === 0 ? 0 : Math.min(1, sum / count) }
}

async function readBatch(models: Models, raster: Raster, lines: Part[]): Promise<TextLine[]> {
  const widest = Math.max(LEAST_WIDTH, ...lines.map(({ width }) => width))
  const { data, dims } = toBatch(raster, lines, Math.ceil(widest / WIDTH_STEP) * WIDTH_STEP, HEIGHT)
  const answer = await models.recognition.run(data, dims)
  const size = answer.data.length / lines.length
  return lines.map(({ quad }, place) => {
    const steps = answer.data.subarray(place * size, (place + 1) * size)
    return { ...decode(steps, models.characters), box: quad }
  })
}

/** Lines of about the same length together; the last of a batch is its longest, to which the others are filled up. */
function toBatches(lines: readonly Part[]): Part[][] {
  const batches: Part[][] = []
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
