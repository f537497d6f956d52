import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import {
  PICTURE_PARTS_MAX,
  PICTURE_PIXELS_MAX,
  PROFILE_BYTES_MAX,
} from '../../infra/pictures/picture-limits.ts'
import { refuseField } from '../../infra/refusal.ts'

const inflated = promisify(inflate)
const MILLION = 1_000_000
const MEBIBYTE = 1024 * 1024

/** What the head of a picture states. Unknown are 0: what is no picture in the end shows nothing. */
interface Stated {
  pixels: number
  /** Bytes of its colour profile as they stand in the file. */
  profile: number
  /** The profile is deflated. */
  deflated: Buffer | null
  /** It has more parts before its pixels than any program writes. */
  isEndless: boolean
}

const nothing = (): Stated => ({ pixels: 0, profile: 0, deflated: null, isEndless: false })
const has = (bytes: Buffer, at: number, length: number) => at + length <= bytes.length
const tagAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

const PNG_CHUNKS = 8
const PNG_OVERHEAD = 12

/** Chunks up to the pixels (ISO/IEC 15948, 5.3, 11.2.2, 11.3.3.3): a profile has a name, a zero and the method before it. */
function readPng(bytes: Buffer): Stated {
  const stated = nothing()
  let parts = 0
  for (let at = PNG_CHUNKS; has(bytes, at, PNG_OVERHEAD); parts++) {
    if (parts === PICTURE_PARTS_MAX) return { ...stated, isEndless: true }
    const [length, type, data] = [bytes.readUInt32BE(at), tagAt(bytes, at + 4), at + 8]
    if (type === 'IDAT') break
    if (type === 'IHDR' && has(bytes, data, 8))
      stated.pixels = Math.max(stated.pixels, bytes.readUInt32BE(data) * bytes.readUInt32BE(data + 4))
    if (type === 'iCCP') {
      const chunk = bytes.subarray(data, data + length)
      stated.profile = length
      stated.deflated = chunk.subarray(chunk.indexOf(0) + 2)
    }
    at = data + length + 4
  }
  return stated
}

const JPEG_SEGMENTS = 2
const MARKER = 0xff
const START_OF_SCAN = 0xda
const APP2 = 0xe2
const PROFILE_MARK = Buffer.from('ICC_PROFILE\0', 'latin1')
/** Start of frame, of any process (ITU-T T.81, table B.1): not DHT, JPG and DAC, which lie between. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segments up to the first scan (ITU-T T.81, B.1.1, B.2.2). A profile may stand in several. */
function readJpeg(bytes: Buffer): Stated {
  const stated = nothing()
  let parts = 0
  for (let at = JPEG_SEGMENTS; has(bytes, at, 4) && bytes[at] === MARKER; parts++) {
    if (parts === PICTURE_PARTS_MAX) return { ...stated, isEndless: true }
    const marker = bytes[at + 1]!
    if (marker === MARKER) {
      // Any number of fill bytes may stand before a marker.
      at += 1
      continue
    }
    if (marker === START_OF_SCAN) break
    const [length, data] = [bytes.readUInt16BE(at + 2), at + 4]
    if (isFrame(marker) && has(bytes, data, 5))
      stated.pixels = Math.max(stated.pixels, bytes.readUInt16BE(data + 1) * bytes.readUInt16BE(data + 3))
    if (marker === APP2 && bytes.subarray(data, data + PROFILE_MARK.length).equals(PROFILE_MARK))
      stated.profile += length
    at += 2 + Math.max(length, 2)
  }
  return stated
}

const WEBP_CHUNKS = 12
const SIDE_14 = 0x3fff
const KEY_FRAME = Buffer.from([0x9d, 0x01, 0x2a])
const LOSSLESS = 0x2f

/** The area that a chunk of a WebP states (RFC 9649, 2.5 to 2.7). */
function areaOfWebp(bytes: Buffer, type: string, data: number): number {
  if (!has(bytes, data, 10)) return 0
  if (type === 'VP8X') return (bytes.readUIntLE(data + 4, 3) + 1) * (bytes.readUIntLE(data + 7, 3) + 1)
  if (type === 'VP8 ' && bytes.subarray(data + 3, data + 6).equals(KEY_FRAME))
    return (bytes.readUInt16LE(data + 6) & SIDE_14) * (bytes.readUInt16LE(data + 8) & SIDE_14)
  if (type !== 'VP8L' || bytes[data] !== LOSSLESS) return 0
  const sides = bytes.readUInt32LE(data + 1)
  return ((sides & SIDE_14) + 1) * (((sides >>> 14) & SIDE_14) + 1)
}

function readWebp(bytes: Buffer): Stated {
  const stated = nothing()
  let parts = 0
  for (let at = WEBP_CHUNKS; has(bytes, at, 8); parts++) {
    if (parts === PICTURE_PARTS_MAX) return { ...stated, isEndless: true }
    const [type, length, data] = [tagAt(bytes, at), bytes.readUInt32LE(at + 4), at + 8]
    stated.pixels = Math.max(stated.pixels, areaOfWebp(bytes, type, data))
    if (type === 'ICCP') stated.profile = Math.max(stated.profile, length)
    at = data + length + (length % 2)
  }
  return stated
}

const READERS: Readonly<Record<string, (bytes: Buffer) => Stated>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
}

/** Whether a deflated profile is larger than allowed; what cannot be inflated is no profile that a reader could use. */
const isLargeInflated = (deflated: Buffer): Promise<boolean> =>
  inflated(deflated, { maxOutputLength: PROFILE_BYTES_MAX }).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ERR_BUFFER_TOO_LARGE',
  )

/**
 * Refuses a picture that takes whoever opens it too much memory, by what its head states: nothing is decoded but its
 * colour profile, and no more of that than is allowed.
 */
export async function requireModest(bytes: Buffer, mediaType: string): Promise<void> {
  const stated = READERS[mediaType]?.(bytes)
  if (!stated) return
  if (stated.pixels > PICTURE_PIXELS_MAX || stated.isEndless)
    throw refuseField('PICTURE_TOO_LARGE', 'file', { pixels: String(PICTURE_PIXELS_MAX / MILLION) })
  const { profile, deflated } = stated
  if (profile > PROFILE_BYTES_MAX || (deflated && (await isLargeInflated(deflated))))
    throw refuseField('PICTURE_PROFILE_TOO_LARGE', 'file', { size: String(PROFILE_BYTES_MAX / MEBIBYTE) })
}
