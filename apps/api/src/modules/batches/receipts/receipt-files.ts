import { createHash } from 'node:crypto'
import {
  RECEIPT_MAX_MIB,
  RECEIPTS_MAX,
  RECEIPTS_MAX_MIB,
} from '@consilium/contract/batches/batch-receipts.ts'
import type { FileWork } from '../../../infra/file-work/file-work.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { Refusal } from '../../../infra/refusal.ts'

const MIB = 1024 * 1024
const LIMITS = {
  entries: RECEIPTS_MAX,
  entryBytes: RECEIPT_MAX_MIB * MIB,
  totalBytes: RECEIPTS_MAX_MIB * MIB,
}
const ZIP = 'PK'
const PDF = '%PDF-'
/** Readers accept a header within the first kilobyte, and an end within the last (ISO 32000-1, annex H.3.4). */
const MARKS_WITHIN = 1024
const PDF_END = '%%EOF'
/** What operating systems put into archives beside the files. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/

/** One file of an import. `bytes` is null if it could not be unpacked. */
export interface SentFile {
  fileName: string
  bytes: Buffer | null
}

export const tooLarge = () =>
  new Refusal('RECEIPTS_TOO_LARGE', { params: { one: RECEIPT_MAX_MIB, all: RECEIPTS_MAX_MIB } })
const tooMany = () => new Refusal('RECEIPTS_TOO_MANY', { params: { max: RECEIPTS_MAX } })

export const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** What is wrong with a file that should be a PDF; null if it looks whole. */
export function faultOf(bytes: Buffer | null): 'notPdf' | 'damaged' | null {
  if (!bytes) return 'damaged'
  if (!bytes.subarray(0, MARKS_WITHIN).includes(PDF)) return 'notPdf'
  return bytes.subarray(-MARKS_WITHIN).includes(PDF_END) ? null : 'damaged'
}

/** An upload is one PDF, or the files of a ZIP. Throws RECEIPTS_TOO_MANY and RECEIPTS_TOO_LARGE. */
async function filesOf(fileWork: FileWork, { originalName, use }: Upload): Promise<SentFile[]> {
  return use(async (bytes) => {
    if (bytes.subarray(0, ZIP.length).toString('latin1') !== ZIP) {
      if (bytes.length > LIMITS.entryBytes) throw tooLarge()
      return [{ fileName: originalName, bytes: Buffer.from(bytes) }]
    }
    const read = await fileWork.readArchiveFiles(bytes, LIMITS)
    if ('files' in read)
      return read.files
        .filter(({ name }) => !BESIDE.test(name))
        .map(({ name, bytes: unpacked }) => ({
          fileName: name,
          bytes: unpacked && Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength),
        }))
    if (read.fault === 'TOO_MANY_ENTRIES') throw tooMany()
    if (read.fault === 'TOO_LARGE' || read.fault === 'ENTRY_TOO_LARGE') throw tooLarge()
    return [{ fileName: originalName, bytes: null }]
  })
}

/** All files of an import, before anything is written. */
export async function unpackAll(fileWork: FileWork, uploads: readonly Upload[]): Promise<SentFile[]> {
  const files: SentFile[] = []
  for (const upload of uploads) {
    files.push(...(await filesOf(fileWork, upload)))
    if (files.length > RECEIPTS_MAX) throw tooMany()
    if (files.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0) > LIMITS.totalBytes) throw tooLarge()
  }
  return files
}
