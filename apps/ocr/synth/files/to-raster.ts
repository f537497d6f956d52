import type { Sharp } from 'sharp'
import type { Raster } from '../../src/pictures/raster.ts'

/** The pixels of a picture without its alpha channel. */
export async function toRaster(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
