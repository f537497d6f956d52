import type { Raster } from '../raster.ts'
import { type Part, toBatch } from './batch.ts'
import { alongDirection, cornersOf, heightOf, type Point, type TurnedRectangle, widthOf } from './geometry.ts'
import type { Model } from './models.ts'

/** Of the classifier's input. */
const HEIGHT = 48
const WIDTH = 192
/** Shorter ones have no clear direction. */
const LEAST_ASPECT = 2.5
const SAMPLES = 8

const aspectOf = (rect: TurnedRectangle): number => {
  const aspect = widthOf(rect) / heightOf(rect)
  return Math.max(aspect, 1 / aspect)
}

/**
 * The axis of the page's lines, of which it is not yet known which way they run. Doubled angles make opposite
 * directions the same, so that they add up.
 */
function commonAxis(rects: readonly TurnedRectangle[]): Point {
  let [x, y] = [0, 0]
  for (const rect of rects) {
    if (aspectOf(rect) < LEAST_ASPECT) continue
    const length = Math.max(widthOf(rect), heightOf(rect))
    const sense = widthOf(rect) > heightOf(rect) ? 1 : -1
    const [ax, ay] = rect.axis
    x += sense * (ax * ax - ay * ay) * length
    y += sense * 2 * ax * ay * length
  }
  const angle = Math.atan2(y, x) / 2
  return [Math.cos(angle), Math.sin(angle)]
}

/** As much of a line as the classifier sees without squeezing it. */
function beginningOf(rect: TurnedRectangle): Part {
  const width = Math.min(WIDTH, Math.ceil((HEIGHT * widthOf(rect)) / heightOf(rect)))
  const end = rect.start + (width * heightOf(rect)) / HEIGHT
  return { quad: cornersOf({ ...rect, end }), width }
}

/** How surely the samples stand upside down, less how surely they do not. */
async function judge(model: Model, raster: Raster, parts: readonly Part[]): Promise<number> {
  const { data, dims } = toBatch(raster, parts, WIDTH, HEIGHT)
  const answer = await model.run(data, dims)
  return parts.reduce((sum, _part, place) => sum + answer.data[place * 2 + 1]! - answer.data[place * 2]!, 0)
}

/** The direction in which the page is read, as a unit vector. */
export async function findDirection(
  model: Model,
  raster: Raster,
  rects: readonly TurnedRectangle[],
): Promise<Point> {
  const axis = commonAxis(rects)
  const samples = rects
    .map((rect) => alongDirection(rect, axis))
    .filter((rect) => widthOf(rect) >= LEAST_ASPECT * heightOf(rect))
    .toSorted((a, b) => widthOf(b) - widthOf(a))
    .slice(0, SAMPLES)
  if (samples.length === 0) return axis
  return (await judge(model, raster, samples.map(beginningOf))) > 0 ? [-axis[0], -axis[1]] : axis
}
