import type { RecognitionResult } from '@consilium/contract/recognition/invoice-recognition.ts'
import type { RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'
import type { Db } from '../../infra/db/db.ts'
import type { StoredSlip } from '../../infra/db/recognition-tables.ts'
import type { Files } from '../files/service.ts'
import type { Invoices } from '../invoices/service.ts'
import * as repository from './repository.ts'

/** A slip never becomes a record by itself: it is kept beside the result until a person enters an invoice from it. */
export const slipOf = (
  { recognized }: Pick<Invoices, 'recognized'>,
  read: RecognizedInvoice,
): StoredSlip | null =>
  read.draft && !read.is_invoice && read.draft_kind && read.currency
    ? { kind: read.draft_kind, currency: read.currency, values: recognized.valuesOf(read) }
    : null

/** The results of submissions of a meeting with their slips, and the invoices that were entered from these. */
export async function withSlips(
  { db, files }: { db: Db; files: Pick<Files, 'linksTo'> },
  meetingId: number,
  rows: readonly repository.ResultRow[],
): Promise<(RecognitionResult & Pick<repository.ResultRow, 'batchId' | 'fileNo'>)[]> {
  const fileIds = rows.flatMap(({ slipFileId }) => slipFileId ?? [])
  if (fileIds.length === 0) return rows.map(({ slipFileId: _none, ...row }) => ({ ...row, slip: null }))
  const entered = await repository.findEntered(db, meetingId, fileIds)
  const recordOf = new Map(entered.map(({ fileId, recordId }) => [fileId, recordId]))
  const links = await files.linksTo(fileIds)
  return rows.map(({ slip, slipFileId, ...row }) => {
    const file = slipFileId === null ? undefined : links.get(slipFileId)
    return {
      ...row,
      slip: slip && file ? { ...slip, file, recordId: recordOf.get(file.fileId) ?? null } : null,
    }
  })
}
