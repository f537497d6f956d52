import { Unreadable } from '../documents/unreadable.ts'

/**
 * JBIG2 pictures (ITU-T T.88), which OFDs contain and PDFium decodes: the picture is wrapped in a PDF of one page. In a PDF the
 * segments stand one after the other without the file's header (ISO 32000-1, 7.4.7).
 */
const MARK = Buffer.from('974a42320d0a1a0a', 'hex')
const IS_SEQUENTIAL = 1
const PAGES_UNKNOWN = 2
const PAGE_INFORMATION = 48
const END_OF_PAGE = 49
const END_OF_FILE = 51
const LENGTH_UNKNOWN = 0xffffffff
const SEGMENTS_MAX = 10_000
const PIXELS_MAX = 20_000_000

interface Segment {
  type: number
  head: Buffer
  data: Buffer
}

interface Head {
  type: number
  bytes: Buffer
  length: number
}

const damaged = () => new Unreadable('FILE_DAMAGED')

/** Reads the head of a segment (7.2): number, flags, the segments it refers to, page and length. */
function readHead(bytes: Buffer, at: number): Head {
  const number = bytes.readUInt32BE(at)
  const flags = bytes[at + 4]!
  let referred = bytes[at + 5]! >> 5
  let next = at + 6
  if (referred === 7) {
    referred = bytes.readUInt32BE(at + 5) & 0x1fffffff
    next = at + 9 + Math.ceil((referred + 1) / 8)
  }
  const size = number <= 256 ? 1 : number <= 65_536 ? 2 : 4
  next += referred * size + ((flags & 0x40) === 0 ? 1 : 4)
  const length = bytes.readUInt32BE(next)
  if (length === LENGTH_UNKNOWN) throw damaged()
  return { type: flags & 0x3f, bytes: bytes.subarray(at, next + 4), length }
}

function readSegments(bytes: Buffer): Segment[] {
  const hasHeader = bytes.subarray(0, MARK.length).equals(MARK)
  const flags = hasHeader ? bytes[MARK.length]! : IS_SEQUENTIAL
  let at = hasHeader ? MARK.length + ((flags & PAGES_UNKNOWN) === 0 ? 5 : 1) : 0
  const isSequential = (flags & IS_SEQUENTIAL) !== 0
  const heads: (Head & { data: Buffer })[] = []
  while (at < bytes.length && heads.length < SEGMENTS_MAX) {
    const head = readHead(bytes, at)
    at += head.bytes.length
    heads.push({ ...head, data: bytes.subarray(at, at + head.length) })
    if (isSequential) at += head.length
    if (head.type === END_OF_FILE) break
  }
  if (!isSequential)
    for (const head of heads) {
      head.data = bytes.subarray(at, at + head.length)
      at += head.length
    }
  return heads.map(({ type, bytes: head, data }) => ({ type, head, data }))
}

function sizeOf(segments: readonly Segment[]): { width: number; height: number } {
  const page = segments.find(({ type }) => type === PAGE_INFORMATION)?.data
  if (!page || page.length < 8) throw damaged()
  const [width, height] = [page.readUInt32BE(0), page.readUInt32BE(4)]
  if (!(width > 0 && height > 0) || height === LENGTH_UNKNOWN || width * height > PIXELS_MAX) throw damaged()
  return { width, height }
}

/** Writes objects and their places as a PDF. */
function writePdf(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]!.length
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    places.push(at)
    parts.push(part)
    at += part.length
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(trailer)])
}

const stream = (entries: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])

export const isJbig2 = (bytes: Buffer): boolean => bytes.subarray(0, MARK.length).equals(MARK)

/** A PDF that shows the picture, one point for each pixel. Throws Unreadable. */
export function jbig2ToPdf(bytes: Buffer): Buffer {
  const segments = readSegments(bytes).filter(({ type }) => type !== END_OF_PAGE && type !== END_OF_FILE)
  const { width, height } = sizeOf(segments)
  const picture = Buffer.concat(segments.flatMap(({ head, data }) => [head, data]))
  const image = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode`
  return writePdf([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`,
    ),
    stream('', Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`)),
    stream(image, picture),
  ])
}
