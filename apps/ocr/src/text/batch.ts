import type { Raster } from '../raster.ts'

const HALF_RANGE = 127.5
const CHANNELS = 3

/**
 * Pictures of one height side by side in one tensor: planes of blue, green and red from −1 to 1, the narrower ones
 * filled up with grey.
 */
export function toBatch(pictures: readonly Raster[], width: number): { data: Float32Array; dims: number[] } {
  const height = pictures[0]?.height ?? 0
  const plane = width * height
  const data = new Float32Array(pictures.length * CHANNELS * plane)
  for (const [place, picture] of pictures.entries())
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const start = (place * CHANNELS + CHANNELS - 1 - channel) * plane
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < picture.width; x += 1)
          data[start + y * width + x] =
            picture.data[(y * picture.width + x) * CHANNELS + channel]! / HALF_RANGE - 1
    }
  return { data, dims: [pictures.length, CHANNELS, height, width] }
}
