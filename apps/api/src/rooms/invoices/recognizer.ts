import { RECOGNITION_ATTEMPTS_MAX, type RecognitionFault } from '@consilium/contract/invoices.ts'
import { RECOGNITION_FILE_MAX_BYTES, type RecognitionAnswer } from '@consilium/contract/recognition.ts'
import type { Context } from '../../context.ts'
import { readArchiveEntry } from '../../infra/archive-entry.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { raise } from '../../infra/db/events.ts'
import type { JobQueue, JobRun } from '../../infra/jobs/jobs.ts'
import type { OcrFile, OcrOutcome } from '../../infra/ocr-client.ts'
import type { Files, WrittenFile } from '../files/service.ts'
import type { Materials } from '../materials/service.ts'
import { endingOf, pagesOf, pauseAfter, type AnsweredPage } from './answers.ts'
import { isClosedTo } from './policy.ts'
import * as repository from './run-repository.ts'
import type { ClaimedFile, FileRun, HeldBatch } from './run-repository.ts'

export interface Rooms {
  files: Pick<Files, 'write' | 'enter' | 'discard' | 'readAll' | 'scanTypeOf' | 'linksTo'>
  materials: Pick<Materials, 'recognized'>
}

const ARCHIVE = 'application/zip'
const UNNUMBERED = 'unnumbered'
const PATH_TO_NAME = /^.*[/\\]/s

/** A page of the answer, with the file that will be its record's. */
type FiledPage = AnsweredPage & { written: WrittenFile | null }

/** Tells whoever submitted the batch how far it has come, at the commit. */
export async function announceProgress(within: Db, batchId: number): Promise<void> {
  await raise(within, { type: 'recognition', ...(await repository.readProgress(within, batchId)) })
}

/** Works on one submitted file at a time: asks the service, files what it read, and lets the file wait otherwise. */
export function createRecognizer(context: Context, { files, materials }: Rooms) {
  const { db, ocr, clock, log } = context

  /** Runs the work while the answer still counts; answers whether it did. */
  const whileCurrent = (run: FileRun, work: (trx: Db, batch: HeldBatch) => Promise<void>): Promise<boolean> =>
    inTransaction(db, async (trx) => {
      const batch = await repository.holdForAnswer(trx, run)
      if (!batch) return false
      await work(trx, batch)
      await announceProgress(trx, run.batchId)
      return true
    })

  const fail = (run: FileRun, errorCode: RecognitionFault) =>
    whileCurrent(run, (trx) => repository.endFile(trx, run, { status: 'failed', errorCode }))

  const wait = (
    queue: JobQueue<FileRun>,
    run: FileRun,
    errorCode: RecognitionFault | null,
    seconds: number,
  ) =>
    whileCurrent(run, async (trx) => {
      const next = await repository.deferFile(trx, run, { errorCode, seconds })
      await queue.send(trx, [next], seconds)
    })

  /** Keeps the recognised file once more, where its invoice number leads to it. */
  async function fileUnderNumber(source: OcrFile, userId: number, page: AnsweredPage): Promise<FiledPage> {
    if (!page.read.is_invoice) return { ...page, written: null }
    const entry =
      page.file === null
        ? undefined
        : await readArchiveEntry(source.bytes, page.file, RECOGNITION_FILE_MAX_BYTES)
    const bytes = entry ?? source.bytes
    const number = materials.recognized.numberOf(page.read) ?? UNNUMBERED
    const written = await files.write({
      bytes,
      originalName: entry && page.file ? page.file.replace(PATH_TO_NAME, '') : source.name,
      mediaType: (entry && files.scanTypeOf(entry)) ?? source.mediaType,
      userId,
      name: ['invoices', clock.today().slice(0, 4), number],
    })
    return { ...page, written }
  }

  async function insertInvoice(trx: Db, batch: HeldBatch, page: FiledPage): Promise<number | null> {
    if (!page.written) return null
    await files.enter(trx, page.written)
    const { meetingId, userId } = batch
    return materials.recognized.insert(trx, { ...page, meetingId, userId, fileId: page.written.fileId })
  }

  async function keep(
    run: FileRun,
    answer: RecognitionAnswer,
    pages: readonly FiledPage[],
  ): Promise<boolean> {
    let kept = false
    const current = await whileCurrent(run, async (trx, batch) => {
      await materials.recognized.remove(trx, await repository.takeResults(trx, run))
      kept = !isClosedTo(batch.roleType, batch)
      if (!kept) return repository.endFile(trx, run, { status: 'failed', errorCode: 'MEETING_CLOSED' })
      const results: repository.NewResult[] = []
      for (const page of pages) {
        const { is_invoice: isInvoice, error_code: errorCode } = page.read
        results.push({ ...page, isInvoice, errorCode, recordId: await insertInvoice(trx, batch, page) })
      }
      await repository.insertResults(trx, run, results)
      await repository.endFile(trx, run, endingOf(answer, pages))
    })
    return current && kept
  }

  async function file(run: FileRun, source: OcrFile, answer: RecognitionAnswer): Promise<void> {
    const userId = await repository.findSubmitter(db, run)
    if (userId === undefined) return
    const pages: FiledPage[] = []
    let kept = false
    try {
      for (const page of pagesOf(answer, source.mediaType === ARCHIVE))
        pages.push(await fileUnderNumber(source, userId, page))
      kept = await keep(run, answer, pages)
    } finally {
      if (!kept) await files.discard(pages.flatMap(({ written }) => written ?? []))
    }
  }

  /** What the outcome means for the file. */
  async function settle(
    queue: JobQueue<FileRun>,
    run: FileRun,
    { attempts }: ClaimedFile,
    outcome: Exclude<OcrOutcome, { kind: 'answered' }>,
  ): Promise<void> {
    if (outcome.kind === 'unreadable') return void (await fail(run, outcome.errorCode))
    const errorCode = ({ busy: 'SERVICE_BUSY', down: 'SERVICE_DOWN', refused: 'SERVICE_REFUSED' } as const)[
      outcome.kind
    ]
    if (attempts >= RECOGNITION_ATTEMPTS_MAX) return void (await fail(run, errorCode))
    const asked = outcome.kind === 'busy' ? outcome.retryAfterSeconds : 0
    await wait(queue, run, errorCode, pauseAfter(attempts, asked))
  }

  async function recognize(
    queue: JobQueue<FileRun>,
    run: FileRun,
    claimed: ClaimedFile,
    signal: AbortSignal,
  ) {
    const source = await files.readAll(claimed.fileId)
    const outcome = await ocr.recognize(source, signal)
    if (outcome.kind === 'answered') await file(run, source, outcome.answer)
    else await settle(queue, run, claimed, outcome)
  }

  /** Storage or database were away, or the process stops: the file waits, and the job has done what it could. */
  async function recover(
    queue: JobQueue<FileRun>,
    run: FileRun,
    { attempts }: ClaimedFile,
    stopped: boolean,
  ) {
    if (stopped) await wait(queue, run, null, 0)
    else if (attempts >= RECOGNITION_ATTEMPTS_MAX) await fail(run, 'PLATFORM_ERROR')
    else await wait(queue, run, 'PLATFORM_ERROR', pauseAfter(attempts))
  }

  return async (queue: JobQueue<FileRun>, run: FileRun, { signal }: JobRun): Promise<void> => {
    const claimed = await repository.claimFile(db, run)
    if (!claimed) return
    try {
      await recognize(queue, run, claimed, signal)
    } catch (error) {
      if (!signal.aborted) log.error(error)
      await recover(queue, run, claimed, signal.aborted)
    }
  }
}
