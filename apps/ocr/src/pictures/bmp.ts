import type { Raster } from './raster.ts'
import { Unreadable } from '../documents/unreadable.ts'

/** The header of an uncompressed Windows bitmap (BITMAPINFOHEADER and its successors), a format that libvips does not read. */
interface Header {
  width: number
  height: number
  topDown: boolean
  bits: number
  pixelsAt: number
  paletteAt: number
  paletteSize: number
  masks: readonly [number, number, number]
}

const HEADER_MIN_BYTES = 54
const INFO_AT = 14
const PALETTED = [1, 4, 8]
const DEPTHS = [...PALETTED, 16, 24, 32]
const RGB = 0
const BIT_FIELDS = 3
const MASKS_AT = 54
const CHANNELS = 3
const FULL = 255
const DEFAULT_MASKS: Readonly<Record<number, Header['masks']>> = {
  16: [0x7c00, 0x03e0, 0x001f],
  32: [0xff0000, 0x00ff00, 0x0000ff],
}

const rowBytes = ({ width, bits }: Header) => Math.ceil((width * bits) / 32) * 4

function readMasks(bytes: Buffer, bits: number, compression: number): Header['masks'] {
  if (compression !== BIT_FIELDS) return DEFAULT_MASKS[bits] ?? [0, 0, 0]
  if (bytes.length < MASKS_AT + 12) throw new Unreadable('FILE_DAMAGED')
  return [bytes.readUInt32LE(MASKS_AT), bytes.readUInt32LE(MASKS_AT + 4), bytes.readUInt32LE(MASKS_AT + 8)]
}

/** Reads only the header, so that the size can be checked before any pixel is decoded. */
export function readBmpHeader(bytes: Buffer): Header {
  if (bytes.length < HEADER_MIN_BYTES) throw new Unreadable('FILE_DAMAGED')
  const infoSize = bytes.readUInt32LE(INFO_AT)
  const [width, signedHeight] = [bytes.readInt32LE(18), bytes.readInt32LE(22)]
  const [bits, compression] = [bytes.readUInt16LE(28), bytes.readUInt32LE(30)]
  if (infoSize < 40 || !DEPTHS.includes(bits) || ![RGB, BIT_FIELDS].includes(compression))
    throw new Unreadable('FORMAT_UNSUPPORTED')
  if (width <= 0 || signedHeight === 0) throw new Unreadable('FILE_DAMAGED')
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bits,
    pixelsAt: bytes.readUInt32LE(10),
    paletteAt: INFO_AT + infoSize,
    paletteSize: PALETTED.includes(bits) ? bytes.readUInt32LE(46) || 2 ** bits : 0,
    masks: readMasks(bytes, bits, compression),
  }
}

type Paint = (rowAt: number, x: number, out: Uint8Array, at: number) => void

function paintPaletted(bytes: Buffer, { bits, paletteAt, paletteSize, pixelsAt }: Header): Paint {
  if (paletteSize > 2 ** bits || paletteAt + paletteSize * 4 > Math.max(pixelsAt, HEADER_MIN_BYTES))
    throw new Unreadable('FILE_DAMAGED')
  const palette = bytes.subarray(paletteAt, paletteAt + paletteSize * 4)
  const perByte = 8 / bits
  const mask = 2 ** bits - 1
  return (rowAt, x, out, at) => {
    const shift = 8 - bits * ((x % perByte) + 1)
    const entry = (((bytes[rowAt + Math.floor(x / perByte)] ?? 0) >> shift) & mask) * 4
    out[at] = palette[entry + 2] ?? 0
    out[at + 1] = palette[entry + 1] ?? 0
    out[at + 2] = palette[entry] ?? 0
  }
}

function paintMasked(bytes: Buffer, { bits, masks }: Header): Paint {
  const scales = masks.map((mask) => {
    const shift = mask === 0 ? 0 : Math.log2(mask & -mask) % 32
    const most = mask >>> shift
    return { mask, shift, factor: most === 0 ? 0 : FULL / most }
  })
  const size = bits / 8
  return (rowAt, x, out, at) => {
    const pixel = bytes.readUIntLE(rowAt + x * size, size)
    for (const [channel, { mask, shift, factor }] of scales.entries())
      out[at + channel] = Math.round(((pixel & mask) >>> shift) * factor)
  }
}

function paintDirect(bytes: Buffer): Paint {
  return (rowAt, x, out, at) => {
    const from = rowAt + x * CHANNELS
    out[at] = bytes[from + 2] ?? 0
    out[at + 1] = bytes[from + 1] ?? 0
    out[at + 2] = bytes[from] ?? 0
  }
}

function painter(bytes: Buffer, header: Header): Paint {
  if (PALETTED.includes(header.bits)) return paintPaletted(bytes, header)
  return header.bits === 24 ? paintDirect(bytes) : paintMasked(bytes, header)
}

export function decodeBmp(bytes: Buffer): Raster {
  const header = readBmpHeader(bytes)
  const { width, height, topDown, pixelsAt } = header
  const stride = rowBytes(header)
  if (pixelsAt + stride * height > bytes.length) throw new Unreadable('FILE_DAMAGED')
  const paint = painter(bytes, header)
  const data = new Uint8Array(width * height * CHANNELS)
  for (let y = 0; y < height; y++) {
    const rowAt = pixelsAt + stride * (topDown ? y : height - 1 - y)
    for (let x = 0; x < width; x++) paint(rowAt, x, data, (y * width + x) * CHANNELS)
  }
  return { width, height, data }
}
