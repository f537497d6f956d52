import type { Page } from '@consilium/contract/envelope.ts'
import type {
  RecognitionBatch,
  RecognitionBatchSummary,
  RecognitionFileStatus,
  RecognitionQuery,
} from '@consilium/contract/invoice-recognition.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Upload } from '../../infra/http/upload.ts'
import type { JobQueue } from '../../infra/jobs/jobs.ts'
import { OCR_TIMEOUT_SECONDS } from '../../infra/ocr-client.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { StagedFile } from '../files/service.ts'
import { lockOpenMeeting, requireMeeting, requireOpen } from '../meetings/service.ts'
import { announceProgress } from './current-run.ts'
import type { Modules } from './filing.ts'
import { abilitiesOn, isRepeatable } from './policy.ts'
import { createRecognizer } from './recognizer.ts'
import * as repository from './repository.ts'
import type { FileRun } from './run-repository.ts'

const QUEUE = 'recognize-file'
/** The recognition service handles two files at a time. More would only wait there. */
const FILES_AT_ONCE = 2
/** The time allowed for reading the file and storing its results. */
const STORAGE_SECONDS = 120

const summaryOf = (
  actor: Actor,
  { currentStage, repeatable, ...row }: repository.BatchRow,
): RecognitionBatchSummary => ({
  ...row,
  isFinished: row.waiting + row.running === 0,
  abilities: abilitiesOn(actor.roleType, { currentStage, repeatable, isCurrent: row.isCurrent }),
})

const countsOf = (files: readonly repository.FileRow[]) => {
  const count = (status: RecognitionFileStatus) => files.filter((file) => file.status === status).length
  return {
    waiting: count('waiting'),
    running: count('running'),
    done: count('done'),
    failed: count('failed'),
    repeatable: files.filter(isRepeatable).length,
  }
}

/** Recognises submitted invoices in the background. */
export function createRecognition(context: Context, modules: Modules) {
  const { db, jobs } = context
  const { files } = modules
  const recognize = createRecognizer(context, modules)
  const queue: JobQueue<FileRun> = jobs.queue({
    name: QUEUE,
    concurrency: FILES_AT_ONCE,
    expireSeconds: OCR_TIMEOUT_SECONDS + STORAGE_SECONDS,
    handler: (run, job) => recognize(queue, run, job),
  })

  async function find(actor: Actor, batchId: number): Promise<repository.BatchRow> {
    const row = await repository.findBatch(db, actor, batchId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  async function show(actor: Actor, batchId: number): Promise<RecognitionBatch> {
    const row = await find(actor, batchId)
    const rows = await repository.findFiles(db, batchId)
    const links = await files.linksTo(rows.map(({ fileId }) => fileId))
    const results = Map.groupBy(await repository.findResults(db, batchId), ({ fileNo }) => fileNo)
    // Count the files that are returned: the counts in `row` were read earlier and may differ.
    const counts = countsOf(rows)
    return {
      ...summaryOf(actor, { ...row, ...counts }),
      files: rows.map(({ fileId, ...file }) => ({
        ...file,
        file: links.get(fileId)!,
        results: (results.get(file.fileNo) ?? []).map(({ fileNo: _of, ...result }) => result),
      })),
    }
  }

  /** Detects the type of each file. Throws FILE_TYPE_REFUSED naming the files that cannot contain an invoice. */
  async function typed(uploads: readonly Upload[]): Promise<(Upload & { mediaType: string })[]> {
    const told: (Upload & { mediaType: string })[] = []
    const refused: string[] = []
    for (const upload of uploads) {
      const mediaType = await files.scanTypeOf(upload.bytes)
      if (mediaType === undefined) refused.push(upload.originalName)
      else told.push({ ...upload, mediaType })
    }
    if (refused.length > 0)
      throw new Refusal('FILE_TYPE_REFUSED', {
        details: refused.map((message) => ({ field: 'files', message })),
      })
    return told
  }

  /** Writes all files before any database row refers to them. */
  async function write(actor: Actor, uploads: readonly Upload[]): Promise<StagedFile[]> {
    const written: StagedFile[] = []
    try {
      for (const { bytes, originalName, mediaType } of await typed(uploads))
        written.push(await files.stage({ bytes, originalName, mediaType, userId: actor.userId }))
      return written
    } catch (error) {
      await files.discard(written)
      throw error
    }
  }

  async function enter(trx: Db, actor: Actor, meetingId: number, written: readonly StagedFile[]) {
    await repository.lockMeetingAlone(trx, meetingId)
    await lockOpenMeeting(trx, actor, meetingId)
    await repository.replaceBatch(trx, meetingId)
    await modules.invoices.recognized.clear(trx, meetingId)
    for (const file of written) await files.commit(trx, file)
    const fileIds = written.map(({ fileId }) => fileId)
    const batchId = await repository.insertBatch(trx, { meetingId, userId: actor.userId, fileIds })
    await queue.send(
      trx,
      fileIds.map((_fileId, index) => ({ batchId, fileNo: index + 1, run: 1 })),
    )
    return batchId
  }

  return {
    /** Submits files. Invoices recognised earlier for this meeting are deleted. */
    async submit(actor: Actor, meetingId: number, uploads: readonly Upload[]): Promise<{ batchId: number }> {
      // Check access before any archive is opened.
      requireOpen(actor, [await requireMeeting(db, actor, meetingId)])
      const written = await write(actor, uploads)
      try {
        return { batchId: await inTransaction(db, (trx) => enter(trx, actor, meetingId, written)) }
      } catch (error) {
        // Only a refusal proves that nothing was committed.
        if (error instanceof Refusal) await files.discard(written)
        throw error
      }
    },

    get: show,

    async list(actor: Actor, query: RecognitionQuery): Promise<Page<RecognitionBatchSummary>> {
      const { total, rows } = await repository.listBatches(db, actor, query)
      return { total, rows: rows.map((row) => summaryOf(actor, row)) }
    },

    /** Retries the files that failed or whose results are incomplete. Without any, nothing changes. */
    async retry(actor: Actor, batchId: number): Promise<RecognitionBatch> {
      const { meetingId } = await find(actor, batchId)
      await inTransaction(db, async (trx) => {
        await repository.lockMeetingAlone(trx, meetingId)
        await lockOpenMeeting(trx, actor, meetingId)
        if (!(await repository.isCurrent(trx, batchId))) throw new Refusal('BATCH_REPLACED')
        const revived = await repository.reviveFiles(trx, batchId)
        if (revived.length === 0) return
        await queue.send(
          trx,
          revived.map((file) => ({ batchId, ...file })),
        )
        await announceProgress(trx, batchId)
      })
      return show(actor, batchId)
    },
  }
}

export type Recognition = ReturnType<typeof createRecognition>
