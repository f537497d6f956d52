import { openArchive } from '@consilium/archive/open-archive.ts'
import { writeArchive, type ArchivePart } from '@consilium/archive/write-archive.ts'
import { buffer } from 'node:stream/consumers'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const FORMATS = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${FORMATS}/spreadsheetml/2006/main"`
const RELATIONS = `${FORMATS}/officeDocument/2006/relationships`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export type Content = string | Buffer | Iterable<Buffer>

const relations = (...list: [id: string, kind: string, target: string][]) =>
  `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

const READ_LIMITS = { entries: 1000, entryBytes: 2 ** 30, totalBytes: 2 ** 30 }

/** Returns the parts of a ZIP as text, by name and in order. */
export async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  for (const entry of await openArchive(Buffer.from(bytes), READ_LIMITS))
    parts.set(entry.name, (await entry.read()).toString())
  return parts
}

/** Returns a ZIP of the given parts, in order. */
export function zipFile(parts: Readonly<Record<string, Content>>): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ArchivePart> {
    for (const [name, content] of Object.entries(parts))
      yield {
        name,
        content: typeof content === 'string' || Buffer.isBuffer(content) ? [Buffer.from(content)] : content,
      }
  }
  return buffer(writeArchive(entries()))
}

export interface WorkbookParts {
  /** Inside `sheetData`. */
  rows: string
  /** Inside `cellXfs`; the first is the usual format. */
  formats?: string
  /** Inside `numFmts`. */
  numberFormats?: string
  strings?: readonly string[]
  since1904?: boolean
  workbookType?: string
  /** Additional parts, or replacements of the usual ones. */
  parts?: Readonly<Record<string, Content>>
}

/** A workbook built part by part, as other programs write it. */
export function workbookFile(given: WorkbookParts): Promise<Buffer> {
  const { rows, formats = '<xf numFmtId="0"/>', numberFormats = '', strings = [], parts = {} } = given
  const properties = given.since1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>'
  const items = strings.map((text) => `<si><t>${text}</t></si>`).join('')
  return zipFile({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${given.workbookType ?? `${TYPE}.sheet.main+xml`}"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}">${properties}<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', '/xl/styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><numFmts>${numberFormats}</numFmts><cellXfs>${formats}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${items}</sst>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  })
}

const MEGABYTE = 1024 * 1024

/** A sheet of many megabytes of spaces, which compresses to almost nothing. */
export function* hugeSheet(megabytes: number): Generator<Buffer> {
  yield Buffer.from(`${HEAD}<worksheet ${MAIN}><sheetData>`)
  for (let n = 0; n < megabytes; n++) yield Buffer.alloc(MEGABYTE, ' ')
  yield Buffer.from('</sheetData></worksheet>')
}
