import type { TextLine } from '@consilium/contract/recognition.ts'
import type { Raster } from '../raster.ts'
import { detectText } from './detect.ts'
import { findDirection } from './direction.ts'
import { alongDirection, cornersOf, type TurnedRectangle } from './geometry.ts'
import { loadModels, type Models } from './models.ts'
import { readLines } from './read-lines.ts'
import { closerRegion, type CodePlace, regionOfCode, scaleOf, wholeOf } from './region.ts'

/** What of a page is read. */
export interface ReadingScope {
  /** The place of the QR code in the picture. */
  code?: CodePlace | null
  /** Whether rows are left out that no field of an invoice is in. */
  fieldsOnly?: boolean
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

/** Loads the models of this process, which takes 0.3 seconds of processor time. */
export async function loadTextEngine(): Promise<TextEngine> {
  const models = await loadModels()
  return {
    recognize: async (raster, { code = null, fieldsOnly } = {}) => {
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
