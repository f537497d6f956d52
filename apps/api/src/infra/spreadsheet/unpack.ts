import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { Refusal } from '../refusal.ts'

/** All parts of a workbook together, counted while they are inflated: what a ZIP says of its sizes may be a lie. */
export const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
/** A workbook has a few dozen parts; one with many pictures some hundreds. */
export const PARTS_MAX = 2000

const MACRO_PART = /vbaProject\.bin$|^xl\/macrosheets\//i
const MACRO_TYPE = /macroEnabled/i
const CONTENT_TYPES = '[Content_Types].xml'
const READ_PART = /\.(xml|rels)$/

/** Counts what is unpacked over all parts. */
interface Budget {
  left: number
}

async function inflate(zip: ZipFile, entry: Entry, budget: Budget): Promise<Buffer> {
  const chunks: Buffer[] = []
  let crc = 0
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    const chunk = piece as Buffer
    budget.left -= chunk.length
    if (budget.left < 0) throw new Refusal('SHEET_TOO_LARGE')
    crc = crc32(chunk, crc)
    if (READ_PART.test(entry.fileName)) chunks.push(chunk)
  }
  if (crc !== entry.crc32) throw new Refusal('SHEET_NOT_READABLE')
  return Buffer.concat(chunks)
}

async function readParts(zip: ZipFile): Promise<Map<string, Buffer>> {
  if (zip.entryCount > PARTS_MAX) throw new Refusal('SHEET_TOO_LARGE')
  const budget = { left: UNPACKED_MAX_BYTES }
  const parts = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Refusal('SHEET_ENCRYPTED')
    if (MACRO_PART.test(entry.fileName)) throw new Refusal('SHEET_HAS_MACROS')
    const content = await inflate(zip, entry, budget)
    if (READ_PART.test(entry.fileName)) parts.set(entry.fileName, content)
  }
  return parts
}

/**
 * The XML parts of an XLSX file. Refuses SHEET_TOO_LARGE (a ZIP bomb), SHEET_ENCRYPTED, SHEET_HAS_MACROS, and
 * SHEET_NOT_READABLE for a damaged ZIP or one of another kind.
 */
export async function unpackWorkbook(bytes: Buffer): Promise<Map<string, Buffer>> {
  const parts = await fromBufferPromise(bytes, { validateEntrySizes: false })
    .then(readParts)
    .catch((error: unknown) => {
      throw error instanceof Refusal ? error : new Refusal('SHEET_NOT_READABLE')
    })
  const types = parts.get(CONTENT_TYPES)
  if (!types) throw new Refusal('SHEET_NOT_READABLE')
  if (MACRO_TYPE.test(types.toString())) throw new Refusal('SHEET_HAS_MACROS')
  return parts
}
