import { posix } from 'node:path'
import { SheetError } from './sheet-error.ts'
import { dateFormats } from './number-formats.ts'
import { sharedStrings } from './shared-strings.ts'
import { PARTS_MAX } from './unpack.ts'
import { parseXml } from './xml-events.ts'

export type Parts = ReadonlyMap<string, Buffer>

/** What the cells of the first sheet refer to. */
export interface WorkbookIndex {
  sheet: Buffer
  strings: readonly string[]
  isDate: (style: string | undefined) => boolean
  /** True if days count from 1904 instead of 1900, as in old files from Macs. */
  since1904: boolean
}

interface Relation {
  kind: string
  path: string
}

const ROOT = ''
const TRUE = /^(1|true)$/

/** Returns the relations of a part by id (ECMA-376 part 2, 9.3); their targets are relative to the part's folder. */
function relationsOf(parts: Parts, part: string): Map<string, Relation> {
  const relations = new Map<string, Relation>()
  const listed = parts.get(posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`))
  if (!listed) return relations
  let count = 0
  parseXml(listed, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      if (++count > PARTS_MAX) throw new SheetError('TOO_LARGE')
      const target = attributes.get('Target') ?? ''
      const path = posix.join('/', posix.dirname(part), target).slice(1)
      const kind = posix.basename(attributes.get('Type') ?? '')
      relations.set(attributes.get('Id') ?? '', {
        kind,
        path: target.startsWith('/') ? posix.normalize(target).slice(1) : path,
      })
    },
  })
  return relations
}

const ofKind = (relations: Map<string, Relation>, kind: string) =>
  relations.values().find((relation) => relation.kind === kind)?.path ?? ''

function readWorkbook(workbook: Buffer): { firstSheet: string; since1904: boolean } {
  let firstSheet: string | undefined
  let count = 0
  let since1904 = false
  parseXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = TRUE.test(attributes.get('date1904') ?? '')
      // The attribute with this local name is r:id; the sheet's own id is sheetId.
      else if (name === 'sheet') {
        if (++count > PARTS_MAX) throw new SheetError('TOO_LARGE')
        firstSheet ??= attributes.get('id')
      }
    },
  })
  return { firstSheet: firstSheet ?? '', since1904 }
}

/**
 * Finds the parts by their relations, since writers choose the names. Refuses with NOT_READABLE if one is
 * missing.
 */
export function indexWorkbook(parts: Parts): WorkbookIndex {
  const workbookPath = ofKind(relationsOf(parts, ROOT), 'officeDocument')
  const workbook = parts.get(workbookPath)
  if (!workbook) throw new SheetError('NOT_READABLE')
  const { firstSheet, since1904 } = readWorkbook(workbook)
  const relations = relationsOf(parts, workbookPath)
  const sheet = parts.get(relations.get(firstSheet)?.path ?? '')
  if (!sheet) throw new SheetError('NOT_READABLE')
  return {
    sheet,
    since1904,
    strings: sharedStrings(parts.get(ofKind(relations, 'sharedStrings'))),
    isDate: dateFormats(parts.get(ofKind(relations, 'styles'))),
  }
}
