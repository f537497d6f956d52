import { deflateSync } from 'node:zlib'
import { zip } from '@consilium/archive/test/zip.ts'

/**
 * Files that ask for far more than they hold: of memory, of time, or without an end. Each is small, well formed enough to be
 * opened, and shows no invoice.
 */

const HEAD = Buffer.from('%PDF-1.7\n')
const OFFSET_DIGITS = 10

/** A PDF of these objects, numbered from 1; the first one is its root. */
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [HEAD]
  const offsets: number[] = []
  let at = HEAD.length
  for (const [index, object] of objects.entries()) {
    const body = Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1')
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    offsets.push(at)
    at += part.length
    parts.push(part)
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(OFFSET_DIGITS, '0')} 00000 n \n`)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(table + trailer)])
}

function stream(entries: string, content: string | Buffer): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1')
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

const ROOT = '<</Type/Catalog/Pages 2 0 R>>'
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const BOX = '[0 0 600 400]'

/** A PDF of one page with these resources and this content; further objects are numbered from 5. */
const pageOf = (resources: string, content: string | Buffer, entries: string, ...more: (string | Buffer)[]) =>
  pdfOf([
    ROOT,
    PAGES,
    `<</Type/Page/Parent 2 0 R/MediaBox${BOX}/Resources<<${resources}>>/Contents 4 0 R>>`,
    stream(entries, content),
    ...more,
  ])

const FORM_LEVELS = 9
const TEN_FORMS = '/X Do '.repeat(10)

function nestedForms(): Buffer {
  const forms = Array.from({ length: FORM_LEVELS }, (_none, level) => {
    const isLast = level === FORM_LEVELS - 1
    const resources = isLast ? '' : `/XObject<</X ${6 + level} 0 R>>`
    const content = isLast ? '0 0 10 10 re f' : TEN_FORMS
    return stream(`/Type/XObject/Subtype/Form/BBox${BOX}/Resources<<${resources}>>`, content)
  })
  return pageOf('/XObject<</X 5 0 R>>', TEN_FORMS, '', ...forms)
}

/** A tile that is filled with itself. */
const paintingPattern = (): Buffer =>
  pageOf(
    '/Pattern<</P 5 0 R>>',
    '/Pattern cs /P scn 0 0 600 400 re f',
    '',
    stream(
      '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 0.01/YStep 0.01/Resources<</Pattern<</P 5 0 R>>>>',
      '/Pattern cs /P scn 0 0 9 9 re f '.repeat(50),
    ),
  )

const MILLION = 1_000_000

function millionGlyphs(): Buffer {
  const content = deflateSync(`BT /F 9 Tf (${'a'.repeat(MILLION)}) Tj ET`)
  const widths = deflateSync(Buffer.from(`[${'1 2 9 '.repeat(MILLION / 4)}]`))
  return pageOf(
    '/Font<</F 5 0 R>>',
    content,
    '/Filter/FlateDecode',
    '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>/W 7 0 R>>',
    stream('/Filter/FlateDecode', widths),
  )
}

/** Two streams of objects, each of which lies in the other one. */
function circularStreams(): Buffer {
  const root = Buffer.concat([HEAD, Buffer.from('1 0 obj\n<</Type/Catalog/Pages 5 0 R>>\nendobj\n')])
  const entry = (kind: number, second: number, third: number) => [kind, second >> 8, second & 255, third]
  const index = Buffer.from([
    ...entry(0, 0, 255),
    ...entry(1, HEAD.length, 0),
    ...entry(2, 3, 0),
    ...entry(2, 4, 0),
    ...entry(2, 3, 1),
    ...entry(2, 3, 2),
    ...entry(1, root.length, 0),
  ])
  const table = stream('/Type/XRef/Size 7/W[1 2 1]/Root 1 0 R', index)
  const end = Buffer.from(`\nendobj\nstartxref\n${root.length}\n%%EOF`)
  return Buffer.concat([root, Buffer.from('6 0 obj\n'), table, end])
}

const loopingPages = (): Buffer =>
  pdfOf([
    ROOT,
    `<</Type/Pages/Kids[3 0 R 2 0 R 2 0 R]/Count ${MILLION}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox${BOX}>>`,
  ])

const SIDE = 60_000
const uint32 = (value: number) =>
  Buffer.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255)

const imagePage = (filter: string, image: Buffer, bits: number) =>
  pageOf(
    '/XObject<</I 5 0 R>>',
    '600 0 0 400 0 0 cm /I Do',
    '',
    stream(
      `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/BitsPerComponent ${bits}/ColorSpace/DeviceGray/Filter/${filter}`,
      image,
    ),
  )

/** A page and a region of 60,000 pixels to a side in some bytes (ITU-T T.88). */
function jbig2Bomb(): Buffer {
  const segment = (number: number, kind: number, data: Buffer) =>
    Buffer.concat([uint32(number), Buffer.of(kind, 0, 1), uint32(data.length), data])
  const sides = Buffer.concat([uint32(SIDE), uint32(SIDE)])
  const page = segment(0, 48, Buffer.concat([sides, Buffer.alloc(11)]))
  const region = Buffer.concat([
    sides,
    Buffer.alloc(9),
    Buffer.of(0, 3, 255, 253, 255, 2, 254, 254, 254),
    Buffer.alloc(64, 0x55),
  ])
  return imagePage('JBIG2Decode', Buffer.concat([page, segment(1, 38, region)]), 1)
}

/** A codestream of 60,000 pixels to a side in tiles of one pixel (ISO/IEC 15444-1). */
function jpxBomb(): Buffer {
  const marker = (code: number, ...data: Buffer[]) => {
    const body = Buffer.concat(data)
    return Buffer.concat([Buffer.of(0xff, code, (body.length + 2) >> 8, (body.length + 2) & 255), body])
  }
  const sides = [SIDE, SIDE, 0, 0, 1, 1, 0, 0].map(uint32)
  const size = marker(0x51, Buffer.of(0, 0), ...sides, Buffer.of(0, 1, 7, 1, 1))
  const coding = marker(0x52, Buffer.of(0, 0, 0, 1, 0, 5, 4, 4, 0, 1))
  const steps = marker(0x5c, Buffer.of(0x40, ...Array.from({ length: 16 }, () => 0x40)))
  const tile = Buffer.concat([
    marker(0x90, Buffer.of(0, 0), uint32(0), Buffer.of(0, 1)),
    Buffer.of(0xff, 0x93),
    Buffer.alloc(64),
  ])
  return imagePage(
    'JPXDecode',
    Buffer.concat([Buffer.of(0xff, 0x4f), size, coding, steps, tile, Buffer.of(0xff, 0xd9)]),
    8,
  )
}

const deepStates = (): Buffer => pageOf('', deflateSync('q '.repeat(MILLION)), '/Filter/FlateDecode')

const BOMB_BYTES = 128 * 1024 * 1024
const bombedContent = (): Buffer =>
  pageOf(
    '',
    deflateSync(deflateSync(Buffer.alloc(BOMB_BYTES, '0 0 1 1 re f '))),
    '/Filter[/FlateDecode/FlateDecode]',
  )

const OFD = 'xmlns:ofd="http://www.ofdspec.org/2016"'

/** An OFD whose templates include themselves and one another. */
function includingTemplates(): Buffer {
  const content = `<ofd:Page ${OFD}>${'<ofd:Template TemplateID="9"/><ofd:Template TemplateID="8"/>'.repeat(2000)}<ofd:Content/></ofd:Page>`
  const templates = [8, 9].map((id) => `<ofd:TemplatePage ID="${id}" BaseLoc="T.xml"/>`).join('')
  const files = {
    'OFD.xml': `<ofd:OFD ${OFD}><ofd:DocBody><ofd:DocRoot>Doc_0/D.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/D.xml': `<ofd:Document ${OFD}><ofd:CommonData>${templates}</ofd:CommonData><ofd:Pages>${'<ofd:Page ID="1" BaseLoc="T.xml"/>'.repeat(100)}</ofd:Pages></ofd:Document>`,
    'Doc_0/T.xml': content,
  }
  return zip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
}

const TILES = 65_535
const uint16 = (value: number) => Buffer.of(value >> 8, value & 255)
const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type), content])
}

/** A HEIF file whose picture is a grid of as many tiles as the format can name, all of them the same. */
function manyTiles(): Buffer {
  const flags = Buffer.alloc(4)
  const item = (id: number, type: string) =>
    box('infe', Buffer.of(2, 0, 0, 0), uint16(id), uint16(0), Buffer.from(type), Buffer.of(0))
  const grid = Buffer.concat([Buffer.of(0, 1, 255, 254), uint32(65_535), uint32(65_535)])
  const references = box('dimg', uint16(1), uint16(TILES), ...Array.from({ length: TILES }, () => uint16(2)))
  const size = box('ispe', flags, uint32(256), uint32(256))
  const uses = box('ipma', flags, uint32(2), uint16(1), Buffer.of(1, 1), uint16(2), Buffer.of(1, 1))
  const extent = (id: number, at: number, length: number) =>
    Buffer.concat([uint16(id), uint16(1), uint16(0), uint16(1), uint32(at), uint32(length)])
  const places = box('iloc', Buffer.of(1, 0, 0, 0, 0x44, 0), uint16(2), extent(1, 0, 12), extent(2, 0, 12))
  const meta = box(
    'meta',
    flags,
    box('hdlr', flags, uint32(0), Buffer.from('pict'), Buffer.alloc(13)),
    box('pitm', flags, uint16(1)),
    places,
    box('iinf', flags, uint16(2), item(1, 'grid'), item(2, 'hvc1')),
    box('iref', flags, references),
    box('iprp', box('ipco', size), uses),
    box('idat', grid),
  )
  return Buffer.concat([box('ftyp', Buffer.from('heic'), uint32(0), Buffer.from('mif1heic')), meta])
}

/** Elements that each declare thousands of namespaces. */
function manyNamespaces(): Buffer {
  const declared = Array.from({ length: 3000 }, (_none, at) => ` xmlns:n${at}="urn:${at}"`).join('')
  return Buffer.from(`<?xml version="1.0"?><EInvoice>${`<a${declared}/>`.repeat(20)}</EInvoice>`)
}

export const POISONS = {
  'nested forms': nestedForms,
  'painting pattern': paintingPattern,
  'million glyphs': millionGlyphs,
  'circular streams': circularStreams,
  'looping pages': loopingPages,
  'JBIG2 bomb': jbig2Bomb,
  'JPX bomb': jpxBomb,
  'deep states': deepStates,
  'bombed content': bombedContent,
  'including templates': includingTemplates,
  'many tiles': manyTiles,
  'many namespaces': manyNamespaces,
} as const satisfies Record<string, () => Buffer>
export type Poison = keyof typeof POISONS
