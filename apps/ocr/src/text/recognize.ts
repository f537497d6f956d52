import type { TextLine } from '@consilium/contract/recognition.ts'
import type { Raster } from '../raster.ts'
import { detectText } from './detect.ts'
import { findDirection } from './direction.ts'
import { alongDirection } from './geometry.ts'
import { loadModels } from './models.ts'
import { readLines } from './read-lines.ts'

export interface TextEngine {
  /** Returns the lines of a page in any orientation, from top to bottom, with their corners in its pixels. */
  recognize(raster: Raster): Promise<TextLine[]>
  close(): Promise<void>
}

const topOf = ({ box }: TextLine): number => Math.min(...box.map(([, y]) => y))
const leftOf = ({ box }: TextLine): number => Math.min(...box.map(([x]) => x))

/** Loads the models of this process, which takes 0.3 seconds of processor time. */
export async function loadTextEngine(): Promise<TextEngine> {
  const models = await loadModels()
  return {
    recognize: async (raster) => {
      const found = await detectText(models.detection, raster)
      if (found.length === 0) return []
      const direction = await findDirection(models.direction, raster, found)
      const rects = found.map((rect) => alongDirection(rect, direction))
      const lines = await readLines(models, raster, rects)
      return lines.toSorted((a, b) => topOf(a) - topOf(b) || leftOf(a) - leftOf(b))
    },
    close: async () => {
      await Promise.all(
        [models.detection, models.recognition, models.direction].map((model) => model.close()),
      )
    },
  }
}
