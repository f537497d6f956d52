import type { Page } from '@consilium/contract/envelope.ts'
import {
  LATEST_SUBMISSIONS_MAX,
  type RecognitionBatch,
  type RecognitionBatchSummary,
  type RecognitionQuery,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import type { JobQueue } from '../../infra/jobs/jobs.ts'
import type { Modules } from './filing.ts'
import { createRecognizer } from './recognizer.ts'
import * as repository from './repository.ts'
import { QUEUE, requeueLost } from './requeue.ts'
import { retryFiles } from './retrying.ts'
import type { FileRun } from './run-repository.ts'
import type { Scope } from './scope.ts'
import { type Submission, submitFiles } from './submitting.ts'
import { latestViews, requireView, summaryOf } from './view.ts'

/** The recognition service handles two files at a time. More would only wait there. */
const FILES_AT_ONCE = 2

/** Recognizes submitted invoices in the background. */
export function createRecognition(context: Context, modules: Modules) {
  const { db, jobs } = context
  const recognize = createRecognizer(context, modules)
  const queue: JobQueue<FileRun> = jobs.queue({
    ...QUEUE,
    concurrency: FILES_AT_ONCE,
    handler: (run, job) => recognize(queue, run, job),
  })
  const scope: Scope = { ...modules, db, queue }

  return {
    submit: (
      actor: Actor,
      submission: Submission,
      uploads: readonly Upload[],
    ): Promise<{ batchId: number }> => submitFiles(scope, actor, submission, uploads),

    get: (actor: Actor, batchId: number, fileNo?: number): Promise<RecognitionBatch> =>
      requireView(scope, actor, batchId, fileNo),

    async list(actor: Actor, query: RecognitionQuery): Promise<Page<RecognitionBatchSummary>> {
      const page = await repository.listBatches(db, actor, query)
      return { ...page, rows: page.rows.map((row) => summaryOf(actor, row)) }
    },

    async latest(actor: Actor, meetingId: number): Promise<RecognitionBatch[]> {
      const batches = await repository.findLatest(db, actor, meetingId, LATEST_SUBMISSIONS_MAX)
      return latestViews(scope, actor, meetingId, batches)
    },

    requeue: (): Promise<number> => requeueLost(db, queue),

    async retry(actor: Actor, batchId: number): Promise<RecognitionBatch> {
      await retryFiles(scope, actor, batchId)
      return requireView(scope, actor, batchId)
    },
  }
}

export type Recognition = ReturnType<typeof createRecognition>
