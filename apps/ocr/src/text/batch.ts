import type { Raster } from '../pictures/raster.ts'
import { CHANNELS, drawCrop } from './crop.ts'
import type { Quad } from './geometry.ts'

/** A part of a page, and the width that it is drawn with. */
export interface Part {
  quad: Quad
  width: number
}

/** Draws parts of a page into one tensor with the same height. Narrower parts are padded with grey. */
export function toBatch(
  raster: Raster,
  parts: readonly Part[],
  width: number,
  height: number,
): { data: Float32Array; dims: number[] } {
  const plane = width * height
  const data = new Float32Array(parts.length * CHANNELS * plane)
  for (const [place, part] of parts.entries())
    drawCrop(raster, part.quad, part.width, height, {
      data,
      start: place * CHANNELS * plane,
      stride: width,
      step: plane,
    })
  return { data, dims: [parts.length, CHANNELS, height, width] }
}
