import type { Raster } from '../pictures/raster.ts'
import { type Part, toBatch } from './batch.ts'
import { alongDirection, cornersOf, heightOf, type Point, type TurnedRectangle, widthOf } from './geometry.ts'
import type { Model } from './models.ts'

/** The size of the classifier's input. */
const HEIGHT = 48
const WIDTH = 192
/** Shorter lines have no clear direction. */
const ASPECT_MIN = 2.5
const SAMPLES = 8

const aspectOf = (rect: TurnedRectangle): number => {
  const aspect = widthOf(rect) / heightOf(rect)
  return Math.max(aspect, 1 / aspect)
}

/**
 * The common axis of the page's lines, without their sense of direction. The angles are doubled, so that opposite
 * directions add up instead of cancelling out.
 */
function commonAxis(rects: readonly TurnedRectangle[]): Point {
  let [x, y] = [0, 0]
  for (const rect of rects) {
    if (aspectOf(rect) < ASPECT_MIN) continue
    const length = Math.max(widthOf(rect), heightOf(rect))
    const sense = widthOf(rect) > heightOf(rect) ? 1 : -1
    const [ax, ay] = rect.axis
    x += sense * (ax * ax - ay * ay) * length
    y += sense * 2 * ax * ay * length
  }
  const angle = Math.atan2(y, x) / 2
  return [Math.cos(angle), Math.sin(angle)]
}

/** The beginning of a line, as much as fits into the classifier's input without distortion. */
function beginningOf(rect: TurnedRectangle): Part {
  const width = Math.min(WIDTH, Math.ceil((HEIGHT * widthOf(rect)) / heightOf(rect)))
  const end = rect.start + (width * heightOf(rect)) / HEIGHT
  return { quad: cornersOf({ ...rect, end }), width }
}

/** Returns a positive number if the samples are rather upside down than upright. */
async function judge(model: Model, raster: Raster, parts: readonly Part[]): Promise<number> {
  const { data, dims } = toBatch(raster, parts, WIDTH, HEIGHT)
  const answer = await model.run(data, dims)
  return parts.reduce((sum, _part, place) => sum + answer.data[place * 2 + 1]! - answer.data[place * 2]!, 0)
}

/** The reading direction of the page, as a unit vector. */
export async function findDirection(
  model: Model,
  raster: Raster,
  rects: readonly TurnedRectangle[],
): Promise<Point> {
  const axis = commonAxis(rects)
  const samples = rects
    .map((rect) => alongDirection(rect, axis))
    .filter((rect) => widthOf(rect) >= ASPECT_MIN * heightOf(rect))
    .toSorted((a, b) => widthOf(b) - widthOf(a))
    .slice(0, SAMPLES)
  if (samples.length === 0) return axis
  return (await judge(model, raster, samples.map(beginningOf))) > 0 ? [-axis[0], -axis[1]] : axis
}
