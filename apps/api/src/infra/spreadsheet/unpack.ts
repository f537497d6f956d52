import { ArchiveError, type ArchiveFault } from '@consilium/archive/archive-error.ts'
import { openArchive, type ArchiveEntry } from '@consilium/archive/open-archive.ts'
import type { ErrorName } from '@consilium/contract/errors.ts'
import { Refusal } from '../refusal.ts'
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

const REFUSALS: Readonly<Partial<Record<ArchiveFault, ErrorName>>> = {
  TOO_MANY_ENTRIES: 'SHEET_TOO_LARGE',
  ENTRY_TOO_LARGE: 'SHEET_TOO_LARGE',
  TOO_LARGE: 'SHEET_TOO_LARGE',
  ENCRYPTED: 'SHEET_ENCRYPTED',
}

const refusalOf = (error: unknown): ErrorName =>
  (error instanceof ArchiveError ? REFUSALS[error.fault] : undefined) ?? 'SHEET_NOT_READABLE'

async function readParts(entries: readonly ArchiveEntry[]): Promise<Map<string, Buffer>> {
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new Refusal('SHEET_ENCRYPTED')
  if (entries.some(({ name }) => MACRO_PART.test(name))) throw new Refusal('SHEET_HAS_MACROS')
  const parts = new Map<string, Buffer>()
  for (const entry of entries) if (READ_PART.test(entry.name)) parts.set(entry.name, await entry.read())
  return parts
}

/**
 * Returns the XML parts of an XLSX file. Refuses with SHEET_TOO_LARGE (a ZIP bomb), SHEET_ENCRYPTED, SHEET_HAS_MACROS,
 * and SHEET_NOT_READABLE for a damaged ZIP or another kind of file.
 */
export async function unpackWorkbook(bytes: Buffer): Promise<Map<string, Buffer>> {
  const parts = await openArchive(bytes, LIMITS)
    .then(readParts)
    .catch((error: unknown) => {
      throw error instanceof Refusal ? error : new Refusal(refusalOf(error))
    })
  requireModestXml(parts.values())
  const types = parts.get(CONTENT_TYPES)
  if (!types) throw new Refusal('SHEET_NOT_READABLE')
  if (MACRO_TYPE.test(types.toString())) throw new Refusal('SHEET_HAS_MACROS')
  return parts
}
