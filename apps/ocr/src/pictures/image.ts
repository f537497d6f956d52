import { IMAGE_MAX_PIXELS, JPEG_MAX_PIXELS } from '@consilium/contract/recognition/recognition.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { decodeBmp, readBmpHeader } from './bmp.ts'
import { checkHeic, decodeHeic } from './heic.ts'
import type { Raster } from './raster.ts'
import type { ImageKind } from '../documents/sniff.ts'
import { asUnreadable, Unreadable } from '../documents/unreadable.ts'

/** Larger pictures are shrunk to this while they are decoded; QR codes of invoices stay readable. */
export const RASTER_MAX_PIXELS = 12_500_000
/**
 * A picture of so many pixels is decoded at half its size first. If the page fills it, the half is like a scan with 1.4 megapixels, and
 * all of 504 fields of such pages were read.
 */
const HALVED_PIXELS_MIN = 5_500_000
/** The quickest kernel that keeps print sharp. */
const HALVING_KERNEL = 'cubic'
const WHITE = '#ffffff'
const CHANNELS = 3
/** Disables the limit of libvips, since the size is checked from the header here. */
const UNLIMITED = false

// A worker process reads one page at a time on one thread; the pool sets the number of processes.
sharp.concurrency(1)
sharp.cache(false)

type Strictness = 'error' | 'none'

const open = (bytes: Buffer, page = 0, failOn: Strictness = 'error'): Sharp =>
  sharp(bytes, { failOn, limitInputPixels: UNLIMITED, page, pages: 1, sequentialRead: true })

function requireAllowedSize(width: number | undefined, height: number | undefined, most: number): void {
  if (!width || !height) throw new Unreadable('FILE_DAMAGED')
  if (width * height > most) throw new Unreadable('IMAGE_TOO_LARGE')
}

async function readHeader(bytes: Buffer, page: number, failOn: Strictness = 'error'): Promise<Metadata> {
  const header = await open(bytes, page, failOn).metadata()
  const most = header.format === 'jpeg' ? JPEG_MAX_PIXELS : IMAGE_MAX_PIXELS
  requireAllowedSize(header.width, header.height, most)
  return header
}

/** The pages of a TIFF. Every other picture has one page, also an animation. */
export async function countPages(bytes: Buffer, kind: ImageKind): Promise<number> {
  if (kind === 'bmp') {
    const { width, height } = readBmpHeader(bytes)
    requireAllowedSize(width, height, IMAGE_MAX_PIXELS)
    return 1
  }
  if (kind === 'heic') {
    await checkHeic(bytes)
    return 1
  }
  const header = await readHeader(bytes, 0).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  return kind === 'tiff' ? (header.pages ?? 1) : 1
}

/** Of an animation so many frames are looked at. */
const FRAMES_MAX = 10
const ANIMATED: readonly ImageKind[] = ['gif', 'webp']

/** How many frames of a picture may show a code. Throws Unreadable. */
export async function countFrames(bytes: Buffer, kind: ImageKind): Promise<number> {
  if (!ANIMATED.includes(kind)) return 1
  const { pages = 1 } = await readHeader(bytes, 0).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  return Math.min(pages, FRAMES_MAX)
}

/** The size that a picture is decoded in: its own, or as large as RASTER_MAX_PIXELS allow. */
function rasterSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(RASTER_MAX_PIXELS / (width * height)))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Converts to sRGB on white, in half of the size on demand, and shrinks to RASTER_MAX_PIXELS if necessary. */
async function flatten(picture: Sharp, width: number, height: number, halved = false): Promise<Raster> {
  const size = rasterSize(width, height)
  let sized = picture
  if (halved)
    sized = picture.resize(size.width >> 1, size.height >> 1, { fit: 'fill', kernel: HALVING_KERNEL })
  else if (size.width < width) sized = picture.resize(size.width, size.height, { fit: 'fill' })
  const { data, info } = await sized
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== CHANNELS) throw new Unreadable('FORMAT_UNSUPPORTED')
  return { width: info.width, height: info.height, data }
}

async function uprightSize(bytes: Buffer, page: number, failOn: Strictness = 'error') {
  const { width, height, autoOrient } = await readHeader(bytes, page, failOn)
  return autoOrient ?? { width, height }
}

async function decodeWithVips(bytes: Buffer, page: number, failOn: Strictness = 'error'): Promise<Raster> {
  const { width, height } = await uprightSize(bytes, page, failOn)
  return flatten(open(bytes, page, failOn).autoOrient(), width, height)
}

/** A JPEG that was cut off while it was sent still shows its upper part, where the code is. */
async function decodeJpeg(bytes: Buffer): Promise<Raster> {
  try {
    return await decodeWithVips(bytes, 0)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    return { ...(await decodeWithVips(bytes, 0, 'none')), incomplete: true }
  }
}

const shrink = (raster: Raster): Promise<Raster> | Raster => {
  const { width, height, data } = raster
  if (width * height <= RASTER_MAX_PIXELS) return raster
  return flatten(sharp(data, { raw: { width, height, channels: CHANNELS } }), width, height)
}

async function decodeBitmap(bytes: Buffer): Promise<Raster> {
  const { width, height } = readBmpHeader(bytes)
  requireAllowedSize(width, height, IMAGE_MAX_PIXELS)
  return shrink(decodeBmp(bytes))
}

function decode(bytes: Buffer, kind: ImageKind, page: number): Promise<Raster> {
  switch (kind) {
    case 'bmp':
      return decodeBitmap(bytes)
    case 'heic':
      return decodeHeic(bytes).then(shrink)
    case 'jpeg':
      return decodeJpeg(bytes)
    default:
      return decodeWithVips(bytes, page)
  }
}

/**
 * Decodes one picture; `page` counts from 0. Throws Unreadable: IMAGE_TOO_LARGE before any pixel is decoded, FILE_DAMAGED,
 * FORMAT_UNSUPPORTED.
 */
export async function decodeImage(bytes: Buffer, kind: ImageKind, page = 0): Promise<Raster> {
  try {
    return await decode(bytes, kind, page)
  } catch (error) {
    throw asUnreadable(error)
  }
}

/** Kinds that are decoded row by row, so that nobody has the whole picture in memory to make a smaller one. */
const HALVED_KINDS: readonly ImageKind[] = ['jpeg', 'png', 'webp', 'tiff']

/**
 * The picture at half the size that `decodeImage` returns, which costs less than to decode it and to shrink it. Returns null where
 * the picture is small, of another kind or damaged, so that only the whole one can tell.
 */
export async function decodeHalved(bytes: Buffer, kind: ImageKind, page: number): Promise<Raster | null> {
  if (!HALVED_KINDS.includes(kind)) return null
  try {
    const { width, height } = await uprightSize(bytes, page)
    if (width * height < HALVED_PIXELS_MIN) return null
    return await flatten(open(bytes, page).autoOrient(), width, height, true)
  } catch {
    return null
  }
}
