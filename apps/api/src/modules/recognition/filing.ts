import type { RecognitionAnswer } from '@consilium/contract/recognition/recognition.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { StoredSlip } from '../../infra/db/recognition-tables.ts'
import type { OcrFile } from '../../infra/ocr/ocr-client.ts'
import type { Files, StagedFile } from '../files/service.ts'
import type { Invoices } from '../invoices/service.ts'
import { isClosedTo } from '../meetings/service.ts'
import { endingOf, pagesOf, type AnsweredPage } from './answers.ts'
import { whileCurrent } from './current-run.ts'
import * as repository from './run-repository.ts'
import type { FileRun, LockedBatch } from './run-repository.ts'
import { withKnownParties } from './known-parties.ts'
import { slipOf } from './slips.ts'

export interface Modules {
  files: Pick<Files, 'stage' | 'commit' | 'discard' | 'readAll' | 'scanTypeOf' | 'linksTo'>
  invoices: Pick<Invoices, 'recognized'>
}

const ARCHIVE = 'application/zip'
const UNNUMBERED = 'unnumbered'
const UNKNOWN = 'application/octet-stream'
const PATH_TO_NAME = /^.*\//s

/** A page of the answer with the file that its record will refer to. */
type FiledPage = AnsweredPage & { slip: StoredSlip | null; written: StagedFile | null }

/** Stores the recognized invoices as records, each with the file it was read from. */
export function createFiling({ db, clock, fileWork }: Context, { files, invoices }: Modules) {
  /** The archive entry of the page, or the submitted file itself. */
  async function fileOf(source: OcrFile, { file, entry }: AnsweredPage): Promise<OcrFile> {
    if (file === null) return source
    // Storing the whole archive instead would mark all of its invoices as duplicates of one another.
    if (entry === null)
      throw new Error('the recognition service did not say which archive entry a page belongs to')
    const { bytes, name } = await fileWork.readArchiveEntry(source.bytes, entry)
    const mediaType = (await files.scanTypeOf(bytes)) ?? UNKNOWN
    return { bytes, mediaType, name: name.replace(PATH_TO_NAME, '') }
  }

  /**
   * Stores a copy of the file under a path that contains the invoice number. Each slip has its own, so that the invoice that is
   * entered from it is known by its file.
   */
  async function fileUnderNumber(source: OcrFile, userId: number, page: AnsweredPage): Promise<FiledPage> {
    const slip = slipOf(invoices, page.read)
    if (!page.read.is_invoice && !slip) return { ...page, slip, written: null }
    const { bytes, mediaType, name: originalName } = await fileOf(source, page)
    const number = invoices.recognized.numberOf(page.read) ?? UNNUMBERED
    const name = [slip ? 'slips' : 'invoices', clock.today().slice(0, 4), number]
    return { ...page, slip, written: await files.stage({ bytes, mediaType, originalName, userId, name }) }
  }

  /** Inserts the record of an invoice. Of a slip only the file is kept. */
  async function insertInvoice(trx: Db, batch: LockedBatch, page: FiledPage): Promise<number | null> {
    if (!page.written) return null
    await files.commit(trx, page.written)
    if (page.slip) return null
    const { meetingId, userId } = batch
    const read = await withKnownParties(trx, meetingId, page.read)
    return invoices.recognized.insert(trx, { ...page, read, meetingId, userId, fileId: page.written.fileId })
  }

  /** Replaces the results of an earlier run of the file. */
  async function keep(trx: Db, run: FileRun, batch: LockedBatch, pages: readonly FiledPage[]): Promise<void> {
    await invoices.recognized.remove(trx, await repository.takeResults(trx, run))
    const results: repository.NewResult[] = []
    for (const page of pages) {
      const { is_invoice: isInvoice, error_code: errorCode } = page.read
      const recordId = await insertInvoice(trx, batch, page)
      const slipFileId = page.slip && page.written ? page.written.fileId : null
      results.push({ ...page, isInvoice, errorCode, recordId, slipFileId })
    }
    await repository.insertResults(trx, run, results)
  }

  return async (run: FileRun, source: OcrFile, answer: RecognitionAnswer): Promise<void> => {
    const userId = await repository.findSubmitter(db, run)
    if (userId === undefined) return
    const pages: FiledPage[] = []
    for (const page of pagesOf(answer, source.mediaType === ARCHIVE))
      pages.push(await fileUnderNumber(source, userId, page))
    let isClosed = false
    const isCurrent = await whileCurrent(db, run, async (trx, batch) => {
      isClosed = isClosedTo(batch, batch)
      if (!isClosed) await keep(trx, run, batch, pages)
      const closed = { status: 'failed', errorCode: 'MEETING_CLOSED' } as const
      await repository.endFile(trx, run, isClosed ? closed : endingOf(answer, pages))
    })
    // The files are kept after an error, because the transaction may have committed nevertheless.
    if (isClosed || !isCurrent) await files.discard(pages.flatMap(({ written }) => written ?? []))
  }
}
