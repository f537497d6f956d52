import { ArchiveError, type ArchiveFault } from '@consilium/archive/archive-error.ts'
import { openArchive, type ArchiveEntry } from '@consilium/archive/open-archive.ts'
import { SheetError, type SheetFault } from './sheet-error.ts'
import { requireModestXml } from './xml-limits.ts'

/** Total size of the parts of a workbook. */
export const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
/** A workbook has a few dozen parts; one with many pictures some hundreds. */
export const PARTS_MAX = 2000

const LIMITS = { entries: PARTS_MAX, entryBytes: UNPACKED_MAX_BYTES, totalBytes: UNPACKED_MAX_BYTES }
const MACRO_PART = /vbaProject\.bin$|^xl\/macrosheets\//i
const MACRO_TYPE = /macroEnabled/i
const CONTENT_TYPES = '[Content_Types].xml'
const READ_PART = /\.(xml|rels)$/

const FAULTS: Readonly<Partial<Record<ArchiveFault, SheetFault>>> = {
  TOO_MANY_ENTRIES: 'TOO_LARGE',
  ENTRY_TOO_LARGE: 'TOO_LARGE',
  TOO_LARGE: 'TOO_LARGE',
  ENCRYPTED: 'ENCRYPTED',
}

const faultOf = (error: unknown): SheetFault =>
  (error instanceof ArchiveError ? FAULTS[error.fault] : undefined) ?? 'NOT_READABLE'

async function readParts(entries: readonly ArchiveEntry[]): Promise<Map<string, Buffer>> {
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new SheetError('ENCRYPTED')
  if (entries.some(({ name }) => MACRO_PART.test(name))) throw new SheetError('HAS_MACROS')
  const parts = new Map<string, Buffer>()
  for (const entry of entries) if (READ_PART.test(entry.name)) parts.set(entry.name, await entry.read())
  return parts
}

/**
 * Returns the XML parts of an XLSX file. Refuses with TOO_LARGE (a ZIP bomb), ENCRYPTED, HAS_MACROS,
 * and NOT_READABLE for a damaged ZIP or another kind of file.
 */
export async function unpackWorkbook(bytes: Buffer): Promise<Map<string, Buffer>> {
  const parts = await openArchive(bytes, LIMITS)
    .then(readParts)
    .catch((error: unknown) => {
      throw error instanceof SheetError ? error : new SheetError(faultOf(error), error)
    })
  requireModestXml(parts.values())
  const types = parts.get(CONTENT_TYPES)
  if (!types) throw new SheetError('NOT_READABLE')
  if (MACRO_TYPE.test(types.toString())) throw new SheetError('HAS_MACROS')
  return parts
}
