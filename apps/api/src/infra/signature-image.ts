import { HANDSIGN_MIN_EXTENT } from '@consilium/contract/signing.ts'
import sharp from 'sharp'
import { refuseField } from './refusal.ts'

export const MAX_SIGNATURE_BYTES = 512 * 1024
export const MAX_SIGNATURE_WIDTH = 2000
export const MAX_SIGNATURE_HEIGHT = 1000
export const MIN_SIGNATURE_WIDTH = 60
export const MIN_SIGNATURE_HEIGHT = 20
/** A pen's dot on a pad of high density has some 80. */
export const MIN_INK_PIXELS = 120
/** Above this share of the picture it is no stroke on a ground but a filled area. */
export const MAX_INK_SHARE = 0.6

const FIELD = 'handsign'
const DATA_URL = 'data:image/png;base64,'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
/** PNG specification, 5.2 and 11.2.1: the signature, and the first chunk with its length and type. */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** The last chunk: what comes before it is whole. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const IHDR_BYTES = 13
const INTERLACE_AT = 12
/** Relative luminance of 0 to 255 below which a pixel counts as ink. */
const INK_LUMINANCE = 170
const CROP_MARGIN = 8
const CHANNELS = 3

/** A picture is small: threads of its own would only take the processor from others. */
sharp.concurrency(1)
sharp.cache(false)

export interface SignatureImage {
  /** A new PNG of 8-bit RGB on white, cropped to the ink, with nothing in it but the pixels. */
  png: Buffer
  width: number
  height: number
  inkPixels: number
}

interface Pixels {
  data: Buffer
  width: number
  height: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

function decodeBase64(dataUrl: string): Buffer {
  if (!dataUrl.startsWith(DATA_URL)) throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  const encoded = dataUrl.slice(DATA_URL.length)
  if (encoded.length > Math.ceil(MAX_SIGNATURE_BYTES / 3) * 4) throw refuseField('SIGNATURE_TOO_LARGE', FIELD)
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > MAX_SIGNATURE_BYTES) throw refuseField('SIGNATURE_TOO_LARGE', FIELD)
  return bytes
}

/** Reads the size before anything is decoded. Interlaced pictures, which no drawing pad writes, are refused. */
function requireSize(bytes: Buffer): void {
  const header = bytes.subarray(PNG_START.length, PNG_START.length + IHDR_BYTES)
  const isPng = bytes.subarray(0, PNG_START.length).equals(PNG_START) && header.length === IHDR_BYTES
  if (!isPng || header[INTERLACE_AT] !== 0 || !bytes.includes(PNG_END))
    throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width > MAX_SIGNATURE_WIDTH || height > MAX_SIGNATURE_HEIGHT)
    throw refuseField('SIGNATURE_TOO_LARGE', FIELD)
  if (width < MIN_SIGNATURE_WIDTH || height < MIN_SIGNATURE_HEIGHT)
    throw refuseField('SIGNATURE_EMPTY', FIELD)
}

/** The pixels on white, so that dark strokes read the same whatever ground they came on. */
async function decode(bytes: Buffer): Promise<Pixels> {
  requireSize(bytes)
  try {
    const { data, info } = await sharp(bytes, {
      failOn: 'warning',
      limitInputPixels: MAX_SIGNATURE_WIDTH * MAX_SIGNATURE_HEIGHT,
    })
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch {
    // The decoder throws errors of many kinds, all of which mean damaged data.
    throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  }
}

/** Rec. 709 weights. */
function isInk(data: Buffer, offset: number): boolean {
  const [red = 0, green = 0, blue = 0] = [data[offset], data[offset + 1], data[offset + 2]]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < INK_LUMINANCE
}

function findInk({ data, width, height }: Pixels): { inkPixels: number; box: Box } {
  const box = { left: width, top: height, right: -1, bottom: -1 }
  let inkPixels = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(data, (y * width + x) * CHANNELS)) continue
      inkPixels++
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = y
    }
  }
  return { inkPixels, box }
}

async function crop({ data, width, height }: Pixels, box: Box) {
  const left = Math.max(0, box.left - CROP_MARGIN)
  const top = Math.max(0, box.top - CROP_MARGIN)
  const area = {
    left,
    top,
    width: Math.min(width, box.right + 1 + CROP_MARGIN) - left,
    height: Math.min(height, box.bottom + 1 + CROP_MARGIN) - top,
  }
  const png = await sharp(data, { raw: { width, height, channels: CHANNELS } })
    .extract(area)
    .png()
    .toBuffer()
  return { png, width: area.width, height: area.height }
}

/**
 * Reads a drawn signature from a data URL, with or without a transparent ground; work for a worker thread. Throws a
 * Refusal on `handsign`: SIGNATURE_NOT_IMAGE for anything but a complete PNG, SIGNATURE_TOO_LARGE, and SIGNATURE_EMPTY
 * where no strokes stand out.
 */
export async function readSignature(dataUrl: string): Promise<SignatureImage> {
  const image = await decode(decodeBase64(dataUrl))
  const { inkPixels, box } = findInk(image)
  const extent = Math.max(box.right - box.left, box.bottom - box.top) + 1
  const filled = inkPixels > MAX_INK_SHARE * image.width * image.height
  if (inkPixels < MIN_INK_PIXELS || extent < HANDSIGN_MIN_EXTENT || filled)
    throw refuseField('SIGNATURE_EMPTY', FIELD)
  return { ...(await crop(image, box)), inkPixels }
}
