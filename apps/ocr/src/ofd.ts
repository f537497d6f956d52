import { RECOGNITION_MAX_PAGES, type TextLine } from '@consilium/contract/recognition.ts'
import { posix } from 'node:path'
import type { ExtractedFields } from './fields/fields.ts'
import { noFields } from './fields/fields.ts'
import { decodeImage } from './image.ts'
import { fieldsOfOriginal, fieldsOfTags, firstKnown } from './ofd-fields.ts'
import { boxOf, drawPaths, numbersOf, type Box } from './ofd-graphics.ts'
import { findAll, findFirst, parseXml, type XmlElement } from './ofd-xml.ts'
import type { Raster } from './raster.ts'
import { sniff } from './sniff.ts'
import { joinRuns, type TextRun } from './text-runs.ts'
import { Unreadable } from './unreadable.ts'
import type { ZipMember } from './zip.ts'

/** An invoice in the national format OFD (GB/T 33190), read from its XML without drawing it. */
export interface OfdFile {
  readonly pages: number
  /** Fields of its first page that the file carries as data, complete or not. */
  readonly fields: ExtractedFields
  /** Pictures in which the QR code may be, likely ones first. */
  pictures(page: number): AsyncGenerator<Raster>
  lines(page: number): TextLine[]
}

const PART_MAX_BYTES = 20 * 1024 * 1024
const PICTURES_MAX = 20
/** Lines are placed as in a picture of this resolution. */
const PIXELS_PER_MM = 8
const BASE64 = /^[\w+/=\s-]{100,}$/
const A4: Box = { x: 0, y: 0, width: 210, height: 297 }

const attribute = (element: XmlElement | undefined, name: string) => element?.attributes[name]

class Parts {
  readonly #members: ReadonlyMap<string, ZipMember>

  constructor(members: readonly ZipMember[]) {
    this.#members = new Map(members.map((member) => [member.name, member]))
  }

  names(pattern: RegExp): string[] {
    return [...this.#members.keys()].filter((name) => pattern.test(name))
  }

  async bytes(name: string): Promise<Buffer | null> {
    return (await this.#members.get(name)?.read(PART_MAX_BYTES)) ?? null
  }

  async xml(name: string): Promise<XmlElement | null> {
    const bytes = await this.bytes(name)
    return bytes && parseXml(bytes.toString().replace(/^\uFEFF/, ''))
  }
}

/** Locations are relative to the file that names them, or to the root of the package after a slash. */
const locate = (from: string, location: string) =>
  location.startsWith('/')
    ? posix.normalize(location.slice(1))
    : posix.normalize(posix.join(posix.dirname(from), location))

interface PageParts {
  area: Box
  layers: XmlElement[]
}

async function readPage(
  parts: Parts,
  path: string,
  templates: ReadonlyMap<string, string>,
  area: Box,
): Promise<PageParts> {
  const page = await parts.xml(path)
  if (!page) throw new Unreadable('FILE_DAMAGED')
  const layers = [page]
  for (const { attributes } of findAll(page, 'Template')) {
    const template = templates.get(attributes['TemplateID'] ?? '')
    const content = template === undefined ? null : await parts.xml(template)
    if (content) layers.push(content)
  }
  return { area: boxOf(findFirst(page, 'PhysicalBox')?.text) ?? area, layers }
}

async function readPages(parts: Parts): Promise<PageParts[]> {
  const index = await parts.xml('OFD.xml')
  const root = locate('OFD.xml', (index && findFirst(index, 'DocRoot')?.text.trim()) ?? '')
  const document = await parts.xml(root)
  const pages = document && findFirst(document, 'Pages')
  if (!document || !pages) throw new Unreadable('FILE_DAMAGED')
  const list = findAll(pages, 'Page')
  if (list.length > RECOGNITION_MAX_PAGES) throw new Unreadable('TOO_MANY_PAGES')
  const templates = new Map(
    findAll(document, 'TemplatePage').map(({ attributes }) => [
      attributes['ID'] ?? '',
      locate(root, attributes['BaseLoc'] ?? ''),
    ]),
  )
  const area = boxOf(findFirst(document, 'PhysicalBox')?.text) ?? A4
  const read: PageParts[] = []
  for (const page of list)
    read.push(await readPage(parts, locate(root, attribute(page, 'BaseLoc') ?? ''), templates, area))
  return read
}

const textOf = (object: XmlElement) =>
  findAll(object, 'TextCode')
    .map(({ text }) => text)
    .join('')

/** `DeltaX` lists steps between characters; `g 5 2` in it stands for five steps of two. */
function widthOf(deltas: string | undefined, characters: number, size: number): number {
  const parts = (deltas ?? '').trim().split(/\s+/)
  let width = size
  for (let at = 0; at < parts.length; at++) {
    if (parts[at] === 'g') {
      width += Number(parts[at + 1]) * Number(parts[at + 2]) || 0
      at += 2
    } else width += Number(parts[at]) || 0
  }
  return parts[0] === '' ? size * Math.max(1, characters) : width
}

function runsOf(object: XmlElement): TextRun[] {
  const box = boxOf(attribute(object, 'Boundary'))
  const size = Number(attribute(object, 'Size'))
  if (!box || !(size > 0)) return []
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(attribute(object, 'CTM'))
  const stretch = Math.hypot(a, b)
  return findAll(object, 'TextCode').map(({ text, attributes }) => {
    const [x, y] = [Number(attributes['X'] ?? 0) || 0, Number(attributes['Y'] ?? 0) || 0]
    const width = widthOf(attributes['DeltaX'], text.length, size)
    return {
      text,
      x: (box.x + a * x + c * y + e) * PIXELS_PER_MM,
      y: (box.y + b * x + d * y + f) * PIXELS_PER_MM,
      width: width * stretch * PIXELS_PER_MM,
      height: size * Math.hypot(c, d) * PIXELS_PER_MM,
      angle: Math.atan2(b, a),
    }
  })
}

async function readOriginal(parts: Parts): Promise<XmlElement | null> {
  const [name] = parts.names(/(?:^|\/)original_invoice\.xml$/i)
  return name === undefined ? null : parts.xml(name).catch(() => null)
}

async function readTags(parts: Parts, pages: readonly PageParts[]): Promise<ExtractedFields> {
  const objects = new Map(
    pages
      .flatMap(({ layers }) => layers)
      .flatMap((layer) => findAll(layer, 'TextObject'))
      .map((object) => [object.attributes['ID'] ?? '', textOf(object)]),
  )
  const names = parts.names(/(?:^|\/)CustomTag[^/]*\.xml$/i)
  const trees = await Promise.all(names.map((name) => parts.xml(name).catch(() => null)))
  const fields = trees.flatMap((tree) => (tree ? fieldsOfTags(tree, (id) => objects.get(id)) : []))
  return firstKnown(...fields)
}

async function decode(bytes: Buffer | null): Promise<Raster | null> {
  const kind = bytes && sniff(bytes)
  if (!bytes || !kind || kind === 'pdf' || kind === 'zip') return null
  return decodeImage(bytes, kind).catch(() => null)
}

/** File names of the pictures that resources list, by id. */
async function readMedia(parts: Parts): Promise<Map<string, string>> {
  const trees = await Promise.all(
    parts.names(/(?:^|\/)\w*Res\.xml$/i).map((name) => parts.xml(name).catch(() => null)),
  )
  const media = trees.flatMap((tree) => (tree ? findAll(tree, 'MultiMedia') : []))
  return new Map(
    media.map((element) => [
      attribute(element, 'ID') ?? '',
      posix.basename(findFirst(element, 'MediaFile')?.text.trim() ?? ''),
    ]),
  )
}

/** Pictures that the page places; all there are where it is not told. */
function picturesOf({ layers }: PageParts, media: ReadonlyMap<string, string>, parts: Parts): string[] {
  const placed = layers.flatMap((layer) => findAll(layer, 'ImageObject'))
  const files = new Set(placed.map((image) => media.get(attribute(image, 'ResourceID') ?? '')))
  const all = parts.names(/\.(?:png|jpe?g|bmp|gif|tiff?)$/i)
  return placed.length === 0 ? all : all.filter((name) => files.has(posix.basename(name)))
}

/** Small pictures are more likely a code than a seal or a background. */
async function* readPictures(
  parts: Parts,
  names: readonly string[],
  graphCode: string,
): AsyncGenerator<Raster> {
  const candidates = BASE64.test(graphCode) ? [Buffer.from(graphCode, 'base64')] : []
  for (const name of names.slice(0, PICTURES_MAX)) {
    const bytes = await parts.bytes(name).catch(() => null)
    if (bytes) candidates.push(Buffer.from(bytes))
  }
  for (const bytes of candidates.toSorted((one, other) => one.length - other.length)) {
    const raster = await decode(bytes)
    if (raster) yield raster
  }
}

async function* readCodes(
  parts: Parts,
  page: PageParts,
  media: ReadonlyMap<string, string>,
  graphCode: string,
): AsyncGenerator<Raster> {
  yield* readPictures(parts, picturesOf(page, media, parts), graphCode)
  const paths = page.layers.flatMap((layer) => findAll(layer, 'PathObject'))
  const drawn = await drawPaths(paths, page.area)
  if (drawn) yield drawn
}

/** Throws Unreadable: FILE_DAMAGED, TOO_MANY_PAGES. */
export async function openOfd(members: readonly ZipMember[]): Promise<OfdFile> {
  const parts = new Parts(members)
  const pages = await readPages(parts)
  const original = await readOriginal(parts)
  const media = await readMedia(parts)
  const graphCode = (original && findFirst(original, 'GraphCode')?.text) ?? ''
  const tagged = await readTags(parts, pages)
  const pageAt = (index: number) => {
    const page = pages[index]
    if (!page) throw new Unreadable('FILE_DAMAGED')
    return page
  }
  return {
    pages: pages.length,
    fields: firstKnown(original ? fieldsOfOriginal(original) : noFields(), tagged),
    pictures: (index) => readCodes(parts, pageAt(index), media, index === 0 ? graphCode : ''),
    lines: (index) =>
      joinRuns(pageAt(index).layers.flatMap((layer) => findAll(layer, 'TextObject').flatMap(runsOf))),
  }
}
