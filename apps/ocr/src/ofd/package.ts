import { RECOGNITION_MAX_PAGES } from '@consilium/contract/recognition/recognition.ts'
import { posix } from 'node:path'
import { Unreadable } from '../documents/unreadable.ts'
import type { ZipMember } from '../documents/zip.ts'
import { boxOf, type Box } from './graphics.ts'
import { findAll, findFirst, decodeXml, parseXml, type XmlElement } from './xml.ts'

const ROOT_FILE = 'OFD.xml'
const FILE_MAX_BYTES = 20 * 1024 * 1024
const A4: Box = { x: 0, y: 0, width: 210, height: 297 }

/** The files of an OFD, by their paths in its ZIP. */
export class OfdPackage {
  readonly #members: ReadonlyMap<string, ZipMember>

  constructor(members: readonly ZipMember[]) {
    this.#members = new Map(members.map((member) => [member.name, member]))
  }

  names(pattern: RegExp): string[] {
    return [...this.#members.keys()].filter((name) => pattern.test(name))
  }

  async bytes(name: string): Promise<Buffer | null> {
    return (await this.#members.get(name)?.read(FILE_MAX_BYTES)) ?? null
  }

  async xml(name: string): Promise<XmlElement | null> {
    const bytes = await this.bytes(name)
    return bytes && parseXml(decodeXml(bytes))
  }

  /** Files that may be missing or damaged while the rest of the package can be read. */
  async readableXml(pattern: RegExp): Promise<XmlElement[]> {
    const trees = await Promise.all(this.names(pattern).map((name) => this.xml(name).catch(() => null)))
    return trees.filter((tree) => tree !== null)
  }
}

/** A location is relative to the file that contains it, or to the root of the package if it begins with a slash. */
export const resolveLocation = (from: string, location: string) =>
  location.startsWith('/')
    ? posix.normalize(location.slice(1))
    : posix.normalize(posix.join(posix.dirname(from), location))

/** A page: the XML of its own content and of its templates. */
export interface OfdPage {
  area: Box
  layers: XmlElement[]
  /** The files of the layers in the package. */
  files: string[]
}

/** What the document says about all of its pages. */
interface PageDefaults {
  area: Box
  /** Paths of page templates, by their id. */
  templates: ReadonlyMap<string, string>
}

async function readPage(ofd: OfdPackage, path: string, defaults: PageDefaults): Promise<OfdPage> {
  const page = await ofd.xml(path)
  if (!page) throw new Unreadable('FILE_DAMAGED')
  const layers = [page]
  const files = [path]
  for (const { attributes } of findAll(page, 'Template')) {
    const template = defaults.templates.get(attributes['TemplateID'] ?? '')
    const content = template === undefined ? null : await ofd.xml(template)
    if (!content || template === undefined) continue
    layers.push(content)
    files.push(template)
  }
  return { area: boxOf(findFirst(page, 'PhysicalBox')?.text) ?? defaults.area, layers, files }
}

function defaultsOf(document: XmlElement, path: string): PageDefaults {
  const templates = findAll(document, 'TemplatePage').map(
    ({ attributes }) => [attributes['ID'] ?? '', resolveLocation(path, attributes['BaseLoc'] ?? '')] as const,
  )
  return { area: boxOf(findFirst(document, 'PhysicalBox')?.text) ?? A4, templates: new Map(templates) }
}

/** The pages that may be read, and one more to tell that there are too many. Throws Unreadable: FILE_DAMAGED. */
export async function readPages(ofd: OfdPackage): Promise<OfdPage[]> {
  const index = await ofd.xml(ROOT_FILE)
  const path = resolveLocation(ROOT_FILE, (index && findFirst(index, 'DocRoot')?.text.trim()) ?? '')
  const document = await ofd.xml(path)
  const list = document && findFirst(document, 'Pages')
  if (!document || !list) throw new Unreadable('FILE_DAMAGED')
  const entries = findAll(list, 'Page').slice(0, RECOGNITION_MAX_PAGES + 1)
  const defaults = defaultsOf(document, path)
  const pages: OfdPage[] = []
  for (const { attributes } of entries)
    pages.push(await readPage(ofd, resolveLocation(path, attributes['BaseLoc'] ?? ''), defaults))
  return pages
}
