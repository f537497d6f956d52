import type { RecognitionError, RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'
import type { Step } from '../steps.ts'
import type { Done, Work } from './messages.ts'
import type { WorkerProcess } from './worker-process.ts'

/** A document that the service has in memory while a request is open. */
export interface HeldDocument {
  key: number
  name: string
  bytes: Buffer
}

export interface RunOptions {
  /** Counted from the moment when a worker begins. */
  limitMs: number
  /** The end of the request's time, as `performance.now()` counts. */
  deadline: number
  /** Aborted when the caller has gone: jobs that wait are dropped, the result of a running one is ignored. */
  signal: AbortSignal
  /** Told before the work settles, if a worker has ended it. */
  onSteps?: (steps: readonly Step[]) => void
}

/** Work on a document, waiting in the queue or given to a worker. */
export interface Job {
  document: HeldDocument
  work: Work
  options: RunOptions
  settle: { resolve(done: Done): void; reject(error: Error): void }
  timer: NodeJS.Timeout
  /** What the worker has reported of the page so far. */
  partial: RecognizedInvoice | null
  /** Whether a worker has died while it worked on it. The second worker must be a fresh one. */
  failedOnce: boolean
}

/** Thrown for work that ended without an outcome. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed'
  readonly code: RecognitionError
  /** Whether a worker had begun with it. */
  readonly begun: boolean
  readonly partial: RecognizedInvoice | null

  /** `job` is null for work that no worker had begun. */
  constructor(code: RecognitionError, job: Pick<Job, 'partial'> | null) {
    super(code)
    this.code = code
    this.begun = job !== null
    this.partial = job?.partial ?? null
  }
}

/** A worker process and what it is doing. */
export interface Slot {
  process: WorkerProcess
  ready: boolean
  job: Job | null
  /** The document that the worker has in memory; null for a fresh worker. */
  documentKey: number | null
  /** Whether it has worked on another document before, which may have left something behind. */
  isUsed: boolean
  pages: number
  /** Why the pool ended the process; null if it was not the pool. */
  ending: 'timeout' | 'recycled' | 'memory' | null
}
