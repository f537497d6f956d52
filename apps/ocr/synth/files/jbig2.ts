import sharp, { type Sharp } from 'sharp'

const MARK = Buffer.from('974a42320d0a1a0a', 'hex')
const SEQUENTIAL_ONE_PAGE = Buffer.from('0100000001', 'hex')
const PAGE_INFORMATION = 48
const GENERIC_REGION = 38
const END_OF_PAGE = 49
const END_OF_FILE = 51
const MODIFIED_READ_CODE = 1
/** Tags of TIFF: where the picture's only tile is, and how long. */
const TILE_OFFSETS = 324
const TILE_LENGTHS = 325
const TILE_STEP = 16
const ENTRY_BYTES = 12

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

interface Coded {
  width: number
  height: number
  code: Buffer
}

/** T.6 code as libtiff writes it, which a generic region may hold as it is (ITU-T T.88, 6.2.6). */
async function encodeT6(picture: Sharp): Promise<Coded> {
  const { width, height } = await picture.metadata()
  const [tileWidth, tileHeight] = [width, height].map((side) => Math.ceil(side / TILE_STEP) * TILE_STEP)
  const grey = await picture
    .extend({ right: tileWidth! - width, bottom: tileHeight! - height, background: '#ffffff' })
    .greyscale()
    .threshold()
    .negate()
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const tiff = await sharp(grey, { raw: { width: tileWidth!, height: tileHeight!, channels: 1 } })
    .toColourspace('b-w')
    .tiff({
      compression: 'ccittfax4',
      bitdepth: 1,
      tile: true,
      tileWidth: tileWidth!,
      tileHeight: tileHeight!,
    })
    .toBuffer()
  const at = tiff.readUInt32LE(4)
  const tags = new Map<number, number>()
  for (let index = 0; index < tiff.readUInt16LE(at); index++) {
    const entry = at + 2 + index * ENTRY_BYTES
    const isShort = tiff.readUInt16LE(entry + 2) === 3
    tags.set(tiff.readUInt16LE(entry), isShort ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8))
  }
  const start = tags.get(TILE_OFFSETS) ?? 0
  const code = tiff.subarray(start, start + (tags.get(TILE_LENGTHS) ?? 0))
  return { width: tileWidth!, height: tileHeight!, code }
}

const segment = (number: number, type: number, page: number, data: Buffer): Buffer =>
  Buffer.concat([uint32(number), Buffer.of(type, 0, page), uint32(data.length), data])

/** A black and white picture as a JBIG2 file, as OFDs contain it. */
export async function toJbig2(picture: Sharp): Promise<Buffer> {
  const { width, height, code } = await encodeT6(picture)
  const page = Buffer.concat([uint32(width, height, 0, 0), Buffer.of(0, 0, 0)])
  const region = Buffer.concat([uint32(width, height, 0, 0), Buffer.of(0, MODIFIED_READ_CODE), code])
  return Buffer.concat([
    MARK,
    SEQUENTIAL_ONE_PAGE,
    segment(0, PAGE_INFORMATION, 1, page),
    segment(1, GENERIC_REGION, 1, region),
    segment(2, END_OF_PAGE, 1, Buffer.alloc(0)),
    segment(3, END_OF_FILE, 0, Buffer.alloc(0)),
  ])
}
