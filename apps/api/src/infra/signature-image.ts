import { inflateSync } from 'node:zlib'
import { HANDSIGN_MIN_EXTENT } from '@consilium/contract/signing.ts'
import { PNG } from 'pngjs'
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
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum around a chunk's data (PNG specification, section 5.3). */
const CHUNK_FRAME = 12
const IHDR_BYTES = 13
/** Samples in a pixel by colour type (PNG specification, section 11.2.1). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Relative luminance of 0 to 255 below which a pixel counts as ink. */
const INK_LUMINANCE = 170
const CROP_MARGIN = 8
const CHANNELS = 4
const WHITE = 255

export interface SignatureImage {
  /** A new PNG of 8-bit RGB on white, cropped to the ink, with nothing in it but the pixels. */
  png: Buffer
  width: number
  height: number
  inkPixels: number
}

interface Chunk {
  type: string
  /** The data. */
  data: Buffer
  /** The data with length, type and checksum. */
  whole: Buffer
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

/** The chunks up to IEND; what follows it is no part of the picture. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  let offset = PNG_SIGNATURE.length
  while (offset + CHUNK_FRAME <= bytes.length) {
    const end = offset + CHUNK_FRAME + bytes.readUInt32BE(offset)
    if (end > bytes.length) break
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    chunks.push({ type, data: bytes.subarray(offset + 8, end - 4), whole: bytes.subarray(offset, end) })
    if (type === 'IEND') return chunks
    offset = end
  }
  throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
}

/**
 * The bytes that the pixel data must unpack to, from a header that is harmless. A second header would replace
 * the one looked at. Interlaced pictures, which no drawing pad writes, unpack to more and are refused.
 */
function expectedBytes(chunks: readonly Chunk[]): number {
  const [header] = chunks
  const headers = chunks.filter(({ type }) => type === 'IHDR').length
  if (header?.type !== 'IHDR' || header.data.length !== IHDR_BYTES || headers > 1) {
    throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  }
  const width = header.data.readUInt32BE(0)
  const height = header.data.readUInt32BE(4)
  if (width > MAX_SIGNATURE_WIDTH || height > MAX_SIGNATURE_HEIGHT) {
    throw refuseField('SIGNATURE_TOO_LARGE', FIELD)
  }
  if (width < MIN_SIGNATURE_WIDTH || height < MIN_SIGNATURE_HEIGHT) {
    throw refuseField('SIGNATURE_EMPTY', FIELD)
  }
  const [depth = 0, colourType = 0] = header.data.subarray(8)
  const samples = SAMPLES[colourType]
  if (samples === undefined) throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  return (Math.ceil((width * samples * depth) / 8) + 1) * height
}

/**
 * Pixels of a PNG of known, harmless size. pngjs fills up pixel data that are too short with whatever lies in
 * memory, and the picture is shown to others, so their length is checked first.
 */
function decode(bytes: Buffer): PNG {
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
  }
  const chunks = chunksOf(bytes)
  const expected = expectedBytes(chunks)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: expected })
    if (unpacked.length === expected) {
      return PNG.sync.read(Buffer.concat([PNG_SIGNATURE, ...chunks.map(({ whole }) => whole)]))
    }
  } catch {
    // Falls through: zlib and pngjs throw errors of many kinds, all of which mean damaged data.
  }
  throw refuseField('SIGNATURE_NOT_IMAGE', FIELD)
}

/** Puts the picture on white, in place, so that dark strokes read the same whatever ground they came on. */
function flatten({ data }: PNG): void {
  for (let offset = 0; offset < data.length; offset += CHANNELS) {
    const opacity = data[offset + 3] ?? 0
    if (opacity === WHITE) continue
    const alpha = opacity / WHITE
    for (let channel = offset; channel < offset + 3; channel++) {
      data[channel] = Math.round((data[channel] ?? 0) * alpha + WHITE * (1 - alpha))
    }
    data[offset + 3] = WHITE
  }
}

/** Rec. 709 weights. */
function isInk(data: Buffer, offset: number): boolean {
  const red = data[offset] ?? WHITE
  const green = data[offset + 1] ?? WHITE
  const blue = data[offset + 2] ?? WHITE
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < INK_LUMINANCE
}

function findInk({ data, width, height }: PNG): { inkPixels: number; box: Box } {
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

function crop(image: PNG, box: Box): PNG {
  const left = Math.max(0, box.left - CROP_MARGIN)
  const top = Math.max(0, box.top - CROP_MARGIN)
  const width = Math.min(image.width, box.right + 1 + CROP_MARGIN) - left
  const height = Math.min(image.height, box.bottom + 1 + CROP_MARGIN) - top
  const cropped = new PNG({ width, height })
  PNG.bitblt(image, cropped, left, top, width, height, 0, 0)
  return cropped
}

/**
 * Reads a drawn signature from a data URL, with or without a transparent ground. Throws a Refusal on
 * `handsign`: SIGNATURE_NOT_IMAGE for anything but a complete PNG, SIGNATURE_TOO_LARGE, and SIGNATURE_EMPTY
 * where no strokes stand out.
 */
export function readSignature(dataUrl: string): SignatureImage {
  const image = decode(decodeBase64(dataUrl))
  flatten(image)
  const { inkPixels, box } = findInk(image)
  const extent = Math.max(box.right - box.left, box.bottom - box.top) + 1
  const filled = inkPixels > MAX_INK_SHARE * image.width * image.height
  if (inkPixels < MIN_INK_PIXELS || extent < HANDSIGN_MIN_EXTENT || filled) {
    throw refuseField('SIGNATURE_EMPTY', FIELD)
  }
  const cropped = crop(image, box)
  const png = PNG.sync.write(cropped, { colorType: 2, inputHasAlpha: true })
  return { png, width: cropped.width, height: cropped.height, inkPixels }
}
