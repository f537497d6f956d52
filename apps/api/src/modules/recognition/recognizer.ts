import {
  RECOGNITION_ATTEMPTS_MAX,
  type RecognitionFault,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { Context } from '../../context.ts'
import type { JobQueue, JobRun } from '../../infra/jobs/jobs.ts'
import type { OcrOutcome } from '../../infra/ocr/ocr-client.ts'
import { faultOfService, pauseAfter } from './answers.ts'
import { whileCurrent } from './current-run.ts'
import { createFiling, type Modules } from './filing.ts'
import * as repository from './run-repository.ts'
import type { ClaimedFile, FileRun } from './run-repository.ts'

/** The error shown for each way in which the recognition service failed to answer. */
const FAULTS = { busy: 'SERVICE_BUSY', down: 'SERVICE_DOWN', refused: 'SERVICE_REFUSED' } as const

const askedBy = (outcome: OcrOutcome): number => (outcome.kind === 'busy' ? outcome.retryAfterSeconds : 0)

/**
 * Handles the job of one submitted file: calls the recognition service, then stores the result or schedules a retry.
 */
export function createRecognizer(context: Context, modules: Modules) {
  const { db, ocr, log } = context
  const file = createFiling(context, modules)

  async function fail(run: FileRun, errorCode: RecognitionFault): Promise<void> {
    await whileCurrent(db, run, (trx) => repository.endFile(trx, run, { status: 'failed', errorCode }))
  }

  async function defer(
    queue: JobQueue<FileRun>,
    run: FileRun,
    reason: { errorCode: RecognitionFault | null; seconds: number },
  ): Promise<void> {
    await whileCurrent(db, run, async (trx) => {
      await queue.send(trx, [await repository.deferFile(trx, run, reason)], reason.seconds)
    })
  }

  /** Schedules a retry, or marks the file as failed after RECOGNITION_ATTEMPTS_MAX attempts. */
  const tryLater = (
    queue: JobQueue<FileRun>,
    run: FileRun,
    attempts: number,
    errorCode: RecognitionFault,
    askedSeconds = 0,
  ): Promise<void> =>
    attempts >= RECOGNITION_ATTEMPTS_MAX
      ? fail(run, errorCode)
      : defer(queue, run, { errorCode, seconds: pauseAfter(attempts, askedSeconds) })

  function settle(
    queue: JobQueue<FileRun>,
    run: FileRun,
    { attempts }: ClaimedFile,
    outcome: Exclude<OcrOutcome, { kind: 'answered' }>,
  ): Promise<void> {
    if (outcome.kind === 'unreadable') return fail(run, outcome.errorCode)
    return tryLater(queue, run, attempts, FAULTS[outcome.kind], askedBy(outcome))
  }

  async function recognize(
    queue: JobQueue<FileRun>,
    run: FileRun,
    claimed: ClaimedFile,
    signal: AbortSignal,
  ): Promise<void> {
    const source = await modules.files.readAll(claimed.fileId)
    const outcome = await ocr.recognize(source, signal)
    if (outcome.kind !== 'answered') return settle(queue, run, claimed, outcome)
    // What was read beside a fault of the service is kept after the last attempt.
    const fault = claimed.attempts < RECOGNITION_ATTEMPTS_MAX ? faultOfService(outcome.answer) : null
    if (fault) await tryLater(queue, run, claimed.attempts, fault)
    else await file(run, source, outcome.answer)
  }

  return async (queue: JobQueue<FileRun>, run: FileRun, { signal, stopping }: JobRun): Promise<void> => {
    const claimed = await repository.claimFile(db, run)
    if (!claimed) return
    try {
      await recognize(queue, run, claimed, signal)
    } catch (error) {
      if (stopping.aborted) return defer(queue, run, { errorCode: null, seconds: 0 })
      log.error(error)
      await tryLater(queue, run, claimed.attempts, 'PLATFORM_ERROR')
    }
  }
}
