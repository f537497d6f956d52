import { IMAGE_MAX_PIXELS } from '@consilium/contract/recognition.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { decodeBmp, readBmpHeader } from './bmp.ts'
import type { Raster } from './raster.ts'
import type { ImageKind } from './sniff.ts'
import { asUnreadable, Unreadable } from './unreadable.ts'

/** Larger pictures are shrunk to this while they are decoded; QR codes of invoices stay readable. */
export const RASTER_MAX_PIXELS = 16_000_000
const WHITE = '#ffffff'
const CHANNELS = 3
/** Disables the limit of libvips, since the size is checked from the header here. */
const UNLIMITED = false

// A worker process reads one page at a time on one thread; the pool sets the number of processes.
sharp.concurrency(1)
sharp.cache(false)

const open = (bytes: Buffer, page = 0): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: UNLIMITED, page, pages: 1, sequentialRead: true })

function requireAllowedSize(width: number | undefined, height: number | undefined): void {
  if (!width || !height) throw new Unreadable('FILE_DAMAGED')
  if (width * height > IMAGE_MAX_PIXELS) throw new Unreadable('IMAGE_TOO_LARGE')
}

async function readHeader(bytes: Buffer, page: number): Promise<Metadata> {
  const header = await open(bytes, page).metadata()
  requireAllowedSize(header.width, header.height)
  return header
}

/** The pages of a TIFF. Every other picture has one page; of an animation it is the first frame. */
export async function countPages(bytes: Buffer, kind: ImageKind): Promise<number> {
  if (kind === 'bmp') {
    const { width, height } = readBmpHeader(bytes)
    requireAllowedSize(width, height)
    return 1
  }
  const header = await readHeader(bytes, 0).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  return kind === 'tiff' ? (header.pages ?? 1) : 1
}

/** Converts to sRGB on white, and shrinks to RASTER_MAX_PIXELS if necessary. */
async function flatten(picture: Sharp, width: number, height: number): Promise<Raster> {
  const scale = Math.sqrt(RASTER_MAX_PIXELS / (width * height))
  const sized =
    scale < 1
      ? picture.resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
      : picture
  const { data, info } = await sized
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== CHANNELS) throw new Unreadable('FORMAT_UNSUPPORTED')
  return { width: info.width, height: info.height, data }
}

async function decodeWithVips(bytes: Buffer, page: number): Promise<Raster> {
  const { width, height, autoOrient } = await readHeader(bytes, page)
  const upright = autoOrient ?? { width, height }
  return flatten(open(bytes, page).autoOrient(), upright.width, upright.height)
}

async function decodeBitmap(bytes: Buffer): Promise<Raster> {
  const { width, height } = readBmpHeader(bytes)
  requireAllowedSize(width, height)
  const raster = decodeBmp(bytes)
  if (width * height <= RASTER_MAX_PIXELS) return raster
  return flatten(sharp(raster.data, { raw: { width, height, channels: CHANNELS } }), width, height)
}

/**
 * Decodes one picture; `page` counts from 0. Throws Unreadable: IMAGE_TOO_LARGE before any pixel is decoded, FILE_DAMAGED,
 * FORMAT_UNSUPPORTED.
 */
export async function decodeImage(bytes: Buffer, kind: ImageKind, page = 0): Promise<Raster> {
  try {
    return await (kind === 'bmp' ? decodeBitmap(bytes) : decodeWithVips(bytes, page))
  } catch (error) {
    throw asUnreadable(error)
  }
}
