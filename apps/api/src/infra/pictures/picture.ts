import {
  PICTURE_FULL_SIDE,
  PICTURE_PREVIEW_SIDE,
  PICTURE_SIDE_MIN,
} from '@consilium/contract/projects/project-pictures.ts'
import sharp from 'sharp'
import { PICTURE_PIXELS_MAX, refuseSmall, refuseUnreadable } from './picture-limits.ts'
import { Refusal } from '../refusal.ts'

const QUALITY = 78
const SIDES_RATIO_MAX = PICTURE_FULL_SIDE / PICTURE_SIDE_MIN

/** One at a time, so sharp needs no threads and no cache of its own. */
sharp.concurrency(1)
sharp.cache(false)

/** A picture for the public in both sizes: JPEGs of sRGB pixels only. */
export interface ShownPicture {
  full: Buffer
  preview: Buffer
  /** Of the full picture, in pixels. */
  width: number
  height: number
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

const jpeg = ({ data, info }: Pixels, side: number): Promise<Buffer> =>
  sharp(data, { raw: info })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer()

async function requireSize(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX }).metadata()
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (short < PICTURE_SIDE_MIN || long > short * SIDES_RATIO_MAX)
    throw refuseSmall(PICTURE_SIDE_MIN, SIDES_RATIO_MAX)
  if (width * height > PICTURE_PIXELS_MAX) throw refuseUnreadable()
}

/** The pixels, turned as the camera was held, on white; nothing else of the file is kept, such as the place it was taken. */
const pixelsOf = (bytes: Buffer): Promise<Pixels> =>
  sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'truncated' })
    .autoOrient()
    .resize({
      width: PICTURE_FULL_SIDE,
      height: PICTURE_FULL_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

/**
 * Reads a picture in any format of uploads; called in a worker thread. Throws a Refusal for `fileId`: PICTURE_TOO_SMALL, or
 * PICTURE_UNREADABLE for one that is damaged or has too many pixels.
 */
export async function readPicture(bytes: Buffer): Promise<ShownPicture> {
  // The decoder throws many kinds of errors, all of which mean damaged data.
  const unreadable = (error: unknown): never => {
    throw error instanceof Refusal ? error : refuseUnreadable()
  }
  await requireSize(bytes).catch(unreadable)
  const pixels = await pixelsOf(bytes).catch(unreadable)
  return {
    full: await jpeg(pixels, PICTURE_FULL_SIDE),
    preview: await jpeg(pixels, PICTURE_PREVIEW_SIDE),
    width: pixels.info.width,
    height: pixels.info.height,
  }
}
