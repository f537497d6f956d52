import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import type { Raster } from '../pictures/raster.ts'
import { detectText } from './detect.ts'
import { findDirection } from './direction.ts'
import { alongDirection, cornersOf, heightOf, type TurnedRectangle } from './geometry.ts'
import { loadModels, type Models } from './models.ts'
import { readLines } from './read-lines.ts'
import { closerRegion, type CodePlace, regionOfCode, scaleOf, wholeOf } from './region.ts'

/** What of a page is read. */
export interface ReadingScope {
  /** The place of the QR code in the picture. */
  code?: CodePlace | null
  /** Whether rows are left out that no field of an invoice is in. */
  fieldsOnly?: boolean
  /** Whether the page is read at all, decided by its largest texts; otherwise those alone are returned. */
  atGlance?: (lines: readonly TextLine[]) => boolean
}

export interface TextEngine {
  /**
   * Returns the lines of a page in any orientation, from top to bottom, with their corners in its pixels. With the place of
   * the QR code, only the part of the picture is read that the invoice may fill.
   */
  recognize(raster: Raster, options?: ReadingScope): Promise<TextLine[]>
  close(): Promise<void>
}

const topOf = ({ box }: TextLine): number => Math.min(...box.map(([, y]) => y))
const leftOf = ({ box }: TextLine): number => Math.min(...box.map(([x]) => x))

/** Detects the text of the page, and once more in the part that it fills if that part is small. */
async function findText(models: Models, raster: Raster, code: CodePlace | null): Promise<TurnedRectangle[]> {
  const region = code ? regionOfCode(code, raster) : wholeOf(raster)
  const found = await detectText(models.detection, raster, region, scaleOf(region, code))
  const closer = closerRegion(found.flatMap(cornersOf), region, code, raster)
  return closer ? detectText(models.detection, raster, closer, scaleOf(closer, code)) : found
}

/** The longer side of the picture in which large texts are found. */
const GLANCE_SIDE = 640
const GLANCE_LINES = 10

/** Reads the largest texts of the page and those at its top. */
async function glance(models: Models, raster: Raster): Promise<TextLine[]> {
  const whole = wholeOf(raster)
  const scale = Math.min(1, GLANCE_SIDE / Math.max(raster.width, raster.height))
  const found = await detectText(models.detection, raster, whole, scale)
  if (found.length === 0) return []
  const direction = await findDirection(models.direction, raster, found)
  const rects = found.map((rect) => alongDirection(rect, direction))
  const largest = rects.toSorted((a, b) => heightOf(b) - heightOf(a)).slice(0, GLANCE_LINES)
  return readLines(models, raster, largest)
}

/** Loads the models of this process, which takes 0.3 seconds of processor time. */
export async function loadTextEngine(): Promise<TextEngine> {
  const models = await loadModels()
  return {
    recognize: async (raster, { code = null, fieldsOnly, atGlance } = {}) => {
      if (atGlance) {
        const largest = await glance(models, raster)
        if (!atGlance(largest)) return largest
      }
      const found = await findText(models, raster, code)
      if (found.length === 0) return []
      const direction = await findDirection(models.direction, raster, found)
      const rects = found.map((rect) => alongDirection(rect, direction))
      const lines = await readLines(models, raster, rects, { fieldsOnly })
      return lines.toSorted((a, b) => topOf(a) - topOf(b) || leftOf(a) - leftOf(b))
    },
    close: async () => {
      await Promise.all(
        [models.detection, models.recognition, models.direction].map((model) => model.close()),
      )
    },
  }
}
