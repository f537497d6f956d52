import type { Page } from '@consilium/contract/envelope.ts'
import {
  LATEST_RESULTS_MAX,
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
import { requireView, summaryOf, viewsOf } from './view.ts'

/** The recognition service handles two files at a time. More would only wait there. */
const FILES_AT_ONCE = 2

/** The first of these batches, and those after it as long as one answer holds all their results. */
async function withinOneAnswer(
  db: Context['db'],
  batches: readonly repository.BatchRow[],
): Promise<repository.BatchRow[]> {
  if (batches.length < 2) return [...batches]
  const counts = await repository.countResults(
    db,
    batches.map(({ batchId }) => batchId),
  )
  let results = 0
  return batches.filter(({ batchId }, place) => {
    results += counts.get(batchId) ?? 0
    return place === 0 || results <= LATEST_RESULTS_MAX
  })
}

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

    get: (actor: Actor, batchId: number): Promise<RecognitionBatch> => requireView(scope, actor, batchId),

    async list(actor: Actor, query: RecognitionQuery): Promise<Page<RecognitionBatchSummary>> {
      const page = await repository.listBatches(db, actor, query)
      return { ...page, rows: page.rows.map((row) => summaryOf(actor, row)) }
    },

    async latest(actor: Actor, meetingId: number): Promise<RecognitionBatch[]> {
      const batches = await repository.findLatest(db, actor, meetingId, LATEST_SUBMISSIONS_MAX)
      return viewsOf(scope, actor, meetingId, await withinOneAnswer(db, batches))
    },

    requeue: (): Promise<number> => requeueLost(db, queue),

    async retry(actor: Actor, batchId: number): Promise<RecognitionBatch> {
      await retryFiles(scope, actor, batchId)
      return requireView(scope, actor, batchId)
    },
  }
}

export type Recognition = ReturnType<typeof createRecognition>
