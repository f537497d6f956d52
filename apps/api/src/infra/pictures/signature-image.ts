import { HANDSIGN_MIN_EXTENT } from '@consilium/contract/signing/signing.ts'
import sharp from 'sharp'
import { refuseField } from '../refusal.ts'

export const MAX_SIGNATURE_BYTES = 512 * 1024
export const MAX_SIGNATURE_WIDTH = 2000
export const MAX_SIGNATURE_HEIGHT = 1000
export const MIN_SIGNATURE_WIDTH = 60
export const MIN_SIGNATURE_HEIGHT = 20
/** A dot of a pen on a high-density pad has some 80 pixels. */
export const MIN_INK_PIXELS = 120
/** A picture with a larger share of ink is a filled area, not a drawing. */
export const MAX_INK_SHARE = 0.6

const FIELD = 'handsign'
const DATA_URL = 'data:image/png;base64,'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
/** Signature of a PNG, and length and type of its first chunk (PNG specification, 5.2 and 11.2.1). */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** The last chunk of a PNG; a picture that ends with it is complete. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const IHDR_BYTES = 13
const INTERLACE_AT = 12
/** Pixels below this relative luminance (0 to 255) are ink. */
const INK_LUMINANCE = 170
const CROP_MARGIN = 8
const CHANNELS = 3

/** Pictures are small, so sharp needs no threads of its own. */
sharp.concurrency(1)
sharp.cache(false)

export interface SignatureImage {
  /** A new PNG of 8-bit RGB on white, cropped to the ink and without any metadata. */
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

/** Checks the size before anything is decoded. Interlaced pictures, which no drawing pad writes, are refused. */
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

/** Returns the pixels on white, so that dark strokes are recognized on any background. */
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
    // The decoder throws many kinds of errors, all of which mean damaged data.
    throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  }
}

/** Weights of Rec. 709. */
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
 * Reads a drawn signature from a data URL, with or without a transparent background; called in a worker thread. Throws
 * a Refusal for `handsign`: SIGNATURE_NOT_IMAGE for anything but a complete PNG, SIGNATURE_TOO_LARGE, and
 * SIGNATURE_EMPTY if there are no visible strokes.
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

/** The pixels of a PNG that `readSignature` returned, 8-bit RGB. */
export async function pixelsOf(png: Buffer): Promise<{ width: number; height: number; pixels: Buffer }> {
  const { data, info } = await sharp(png, { limitInputPixels: MAX_SIGNATURE_WIDTH * MAX_SIGNATURE_HEIGHT })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}
