import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import type { Raster } from '../pictures/raster.ts'
import { type Part, toBatch } from './batch.ts'
import { type EdgeLine, withoutFragments } from './fragments.ts'
import { cornersOf, heightOf, type Quad, type TurnedRectangle, widthOf } from './geometry.ts'
import type { Models } from './models.ts'
import { isSecurityArea, stacksOf } from './security-area.ts'

/** The size of the recognition model's input. */
const HEIGHT = 48
const WIDTH_MIN = 48
const WIDTH_MAX = 2400
const WIDTH_STEP = 8
/** The sum of the widths in a batch. Batches of short lines are faster, but larger ones do not fit into the caches. */
const BATCH_WIDTH = 400
/**
 * Rectangles that are narrower and higher than the lines of the page contain vertical text and are turned before they are read. A
 * single character is as high as a line, however narrow it is.
 */
const VERTICAL_ASPECT = 1.5
const VERTICAL_HEIGHT = 1.7
/** Readings with less confidence are noise, such as the edge of a stamp or a part of the QR code. */
const CONFIDENCE_MIN = 0.5

/** The usual height of the lines that are wider than high. */
function lineHeight(rects: readonly TurnedRectangle[]): number {
  const heights = rects.filter((rect) => widthOf(rect) > heightOf(rect)).map(heightOf)
  return heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0
}

function toLine(rect: TurnedRectangle, usualHeight: number): Part {
  const corners = cornersOf(rect)
  const [a, b, c, d] = corners
  const vertical =
    heightOf(rect) >= VERTICAL_ASPECT * widthOf(rect) && heightOf(rect) >= VERTICAL_HEIGHT * usualHeight
  const quad: Quad = vertical ? [b, c, d, a] : corners
  const aspect = vertical ? heightOf(rect) / widthOf(rect) : widthOf(rect) / heightOf(rect)
  return { quad, width: Math.min(WIDTH_MAX, Math.max(WIDTH_STEP, Math.round(HEIGHT * aspect))) }
}

/** The model returns two numbers per step: the likeliest class and its likelihood. */
const PAIR = 2

/** CTC decoding: repetitions of a class are one character, and class 0 separates characters. */
function decode(steps: Float32Array, characters: readonly string[]): Omit<EdgeLine, 'box'> {
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
  return { text, confidence: count === 0 ? 0 : Math.min(1, sum / count), startsAtEdge: steps[0] !== 0 }
}

async function readBatch(models: Models, raster: Raster, lines: Part[]): Promise<EdgeLine[]> {
  const widest = Math.max(WIDTH_MIN, ...lines.map(({ width }) => width))
  const { data, dims } = toBatch(raster, lines, Math.ceil(widest / WIDTH_STEP) * WIDTH_STEP, HEIGHT)
  const answer = await models.recognition.run(data, dims)
  const size = answer.data.length / lines.length
  return lines.map(({ quad }, place) => {
    const steps = answer.data.subarray(place * size, (place + 1) * size)
    return { ...decode(steps, models.characters), box: quad }
  })
}

/** Groups lines of similar length, because all lines of a batch are padded to the longest one. */
function toBatches(lines: readonly Part[]): Part[][] {
  const batches: Part[][] = []
  for (const line of lines.toSorted((a, b) => a.width - b.width)) {
    const last = batches.at(-1)
    if (last && (last.length + 1) * line.width <= BATCH_WIDTH) last.push(line)
    else batches.push([line])
  }
  return batches
}

/** Reads one row of each security area to be sure that it is one. Returns these rows, and the lines that are still to be read. */
async function readSecurityAreas(models: Models, raster: Raster, lines: readonly Part[]) {
  const read: EdgeLine[] = []
  const done = new Set<Part>()
  for (const stack of stacksOf(lines.map(({ quad }) => quad))) {
    const [first, ...others] = stack.map((index) => lines[index]!)
    const [row] = await readBatch(models, raster, [first!])
    read.push(row!)
    for (const line of isSecurityArea(row!.text) ? [first!, ...others] : [first!]) done.add(line)
  }
  return { read, left: lines.filter((line) => !done.has(line)) }
}

/** Reads the text of each rectangle; illegible ones are left out, and on demand the rows that no field is in. */
export async function readLines(
  models: Models,
  raster: Raster,
  rects: readonly TurnedRectangle[],
  { fieldsOnly = false }: { fieldsOnly?: boolean | undefined } = {},
): Promise<TextLine[]> {
  const usualHeight = lineHeight(rects)
  const lines = rects.map((rect) => toLine(rect, usualHeight))
  const { read, left } = fieldsOnly
    ? await readSecurityAreas(models, raster, lines)
    : { read: [], left: lines }
  for (const batch of toBatches(left)) read.push(...(await readBatch(models, raster, batch)))
  return withoutFragments(read).filter(
    ({ text, confidence }) => text.trim() !== '' && confidence >= CONFIDENCE_MIN,
  )
}
