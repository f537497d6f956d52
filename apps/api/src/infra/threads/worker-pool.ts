import type { ErrorName, ErrorParams } from '@consilium/contract/errors.ts'
import { Piscina } from 'piscina'
import { Refusal, type FieldProblem } from '../refusal.ts'

/** Refusals cross threads as data, since an error would lose its name. */
export type WorkerAnswer<T> =
  | { value: T }
  | { refused: ErrorName; params: ErrorParams; details: readonly FieldProblem[] }

/** Makes a worker task from a function that may throw Refusals. */
export const answering =
  <Task, T>(work: (task: Task) => T | Promise<T>) =>
  async (task: Task): Promise<WorkerAnswer<T>> => {
    try {
      return { value: await work(task) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { refused: error.error, params: error.params, details: error.details }
    }
  }

/** Thrown if the work exceeded its time or memory limit. */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'
}

export interface WorkerPoolOptions {
  /** A module whose default export is the task. */
  file: URL
  threads: number
  /** Maximum number of waiting tasks; further ones are refused. */
  waitingMax: number
  /** Counted from the call, including the wait. */
  timeoutMs: number
  /** A thread that exceeds this ends, and the process continues. */
  heapMaxMb: number
}

export interface WorkerPool<Task> {
  /** The limit of one task may be shorter than that of all. Throws the worker's Refusal, TOO_MANY_REQUESTS if too many tasks wait, or WorkExceeded. */
  run<T>(task: Task, limit?: { timeoutMs: number }): Promise<T>
  /** Finishes running tasks and ends the threads. */
  close(): Promise<void>
}

const IDLE_THREAD_MS = 60_000
const RETRY_SECONDS = 30

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Worker threads for processing user input: the event loop stays free, and the cost of a hostile file is limited. */
export function createWorkerPool<Task>(options: WorkerPoolOptions): WorkerPool<Task> {
  const { file, threads, waitingMax, timeoutMs, heapMaxMb } = options
  const pool = new Piscina<Task, WorkerAnswer<unknown>>({
    filename: file.href,
    minThreads: 0,
    maxThreads: threads,
    maxQueue: waitingMax,
    idleTimeout: IDLE_THREAD_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
  })
  return {
    async run<T>(task: Task, limit = { timeoutMs }): Promise<T> {
      if (pool.queueSize >= waitingMax)
        throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: RETRY_SECONDS } })
      const signal = AbortSignal.timeout(limit.timeoutMs)
      const answer = await pool.run(task, { signal }).catch((error: unknown) => {
        throw signal.aborted || isOutOfMemory(error) ? new WorkExceeded('', { cause: error }) : error
      })
      if ('refused' in answer) throw new Refusal(answer.refused, answer)
      return answer.value as T
    },
    close: () => pool.close(),
  }
}
