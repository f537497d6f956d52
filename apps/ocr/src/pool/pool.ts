import type { RecognitionError, RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'
import { TaskFailed, type HeldDocument, type Job, type RunOptions, type Slot } from './job.ts'
import { residentMemory, watchMemory, WORKER_MEMORY_MAX_BYTES } from './memory-watch.ts'
import { RUNTIME_DIED, type Done, type Outcome, type Report, type Work } from './messages.ts'
import { startWorker } from './worker-process.ts'

/** A worker is replaced after so many pages, because native code may leak memory. */
const WORKER_PAGES_MAX = 500
/** A worker that holds more after a page is replaced before it gets the next one. */
const WORKER_MEMORY_KEPT_BYTES = 520 * 1024 * 1024
const RESTART_FIRST_MS = 250
const RESTART_MAX_MS = 30_000

/** `runtime`: one of its libraries has aborted. `exit`: it ended for another reason that is not the pool's. */
export type WorkerEnd = 'timeout' | 'recycled' | 'memory' | 'runtime' | 'exit'

export interface PoolObserver {
  textRecognitions(count: number): void
  workerReplaced(reason: WorkerEnd): void
  workerError(trace: string): void
}

export interface PoolState {
  workers: number
  ready: number
  busy: number
  waiting: number
}

export interface Pool {
  run<T extends Outcome>(document: HeldDocument, work: Work, options: RunOptions): Promise<T>
  state(): PoolState
  close(): Promise<void>
}

export interface PoolOptions {
  workers: number
  workerFile: URL
  /** Where the certificates of trusted issuers are. */
  trustedIssuers?: string | null
  /** Of each worker. */
  memoryMaxBytes?: number
  observer: PoolObserver
}

class WorkerPool implements Pool {
  readonly #options: PoolOptions
  readonly #slots = new Set<Slot>()
  readonly #queue: Job[] = []
  readonly #stopWatching: () => void
  #restarts = 0
  #closing: (() => void) | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#stopWatching = watchMemory(
      () => this.#busyProcesses(),
      options.memoryMaxBytes ?? WORKER_MEMORY_MAX_BYTES,
      (pid) => this.#endForMemory(pid),
    )
    for (let started = 0; started < options.workers; started++) this.#start()
  }

  state(): PoolState {
    const slots = [...this.#slots]
    return {
      workers: this.#options.workers,
      ready: slots.filter(({ ready }) => ready).length,
      busy: slots.filter(({ job }) => job !== null).length,
      waiting: this.#queue.length,
    }
  }

  async run<T extends Outcome>(document: HeldDocument, work: Work, options: RunOptions): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<Done>()
    const late = () => this.#drop(job, new TaskFailed('TOTAL_TIMEOUT', null))
    const timer = setTimeout(late, options.deadline - performance.now())
    const settle = { resolve, reject }
    const job: Job = {
      document,
      work,
      options,
      settle,
      timer,
      partial: null,
      failedOnce: false,
    }
    const leave = () => this.#drop(job, options.signal.reason as Error)
    options.signal.addEventListener('abort', leave, { once: true })
    try {
      options.signal.throwIfAborted()
      if (this.#closing) throw new Error('The worker pool is closed')
      this.#queue.push(job)
      this.#dispatch()
      const done = await promise
      return done.outcome as T
    } finally {
      clearTimeout(job.timer)
      options.signal.removeEventListener('abort', leave)
    }
  }

  close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#closing = resolve
    this.#stopWatching()
    for (const job of this.#queue.splice(0)) job.settle.reject(new Error('The worker pool is closed'))
    for (const { process } of this.#slots) process.kill()
    if (this.#slots.size === 0) resolve()
    return promise
  }

  /** Removes a job from the queue. A job that a worker has begun is not affected. */
  #drop(job: Job, error: Error): void {
    const at = this.#queue.indexOf(job)
    if (at < 0) return
    this.#queue.splice(at, 1)
    job.settle.reject(error)
  }

  #start(): void {
    const slot: Slot = {
      process: startWorker(this.#options.workerFile, this.#options.trustedIssuers ?? null, {
        report: (report) => this.#onReport(slot, report),
        exit: (code) => this.#onExit(slot, code),
      }),
      ready: false,
      job: null,
      documentKey: null,
      isUsed: false,
      pages: 0,
      ending: null,
    }
    this.#slots.add(slot)
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (!slot.ready || slot.job || slot.ending) continue
      const job = this.#nextFor(slot)
      if (job) this.#begin(slot, job)
    }
  }

  /** Work that has ended a worker is given to a fresh one only: what ended the first may be what another file left behind in it. */
  #nextFor({ documentKey }: Slot): Job | undefined {
    const at = this.#queue.findIndex(({ failedOnce }) => !failedOnce || documentKey === null)
    return at < 0 ? undefined : this.#queue.splice(at, 1)[0]
  }

  #begin(slot: Slot, job: Job): void {
    const { document, work, options } = job
    slot.job = job
    clearTimeout(job.timer)
    const now = performance.now()
    const endsAt = Math.min(options.deadline, now + options.limitMs)
    const code = endsAt === options.deadline ? 'TOTAL_TIMEOUT' : 'PAGE_TIMEOUT'
    job.timer = setTimeout(() => this.#interrupt(slot, job, code), endsAt - now)
    const known = slot.documentKey === document.key
    slot.isUsed ||= slot.documentKey !== null && !known
    slot.documentKey = document.key
    const bytes = known ? null : document.bytes
    slot.process.send({ document: { key: document.key, name: document.name, bytes }, work })
  }

  #interrupt(slot: Slot, job: Job, code: RecognitionError): void {
    if (slot.job !== job) return
    job.settle.reject(new TaskFailed(code, job))
    this.#end(slot, 'timeout')
  }

  #end(slot: Slot, reason: 'timeout' | 'recycled'): void {
    slot.ending = reason
    slot.ready = false
    slot.job = null
    slot.process.kill()
  }

  #onReport(slot: Slot, report: Report): void {
    if (slot.ending) return
    if ('ready' in report) {
      slot.ready = true
      this.#restarts = 0
    } else if ('partial' in report) {
      if (slot.job) slot.job.partial = report.partial
    } else this.#finish(slot, report)
    this.#dispatch()
  }

  #finish(slot: Slot, report: Exclude<Report, { ready: true } | { partial: RecognizedInvoice }>): void {
    const { job } = slot
    slot.job = null
    slot.pages += 1
    if (!job) return
    clearTimeout(job.timer)
    const { observer } = this.#options
    job.options.onSteps?.(('done' in report ? report.done : report).steps ?? [])
    if ('done' in report) {
      observer.textRecognitions(report.done.textRecognitions)
      job.settle.resolve(report.done)
    } else {
      observer.textRecognitions(report.textRecognitions)
      if (report.trace !== null) observer.workerError(report.trace)
      job.settle.reject(new TaskFailed(report.failed, job))
    }
    const memory = residentMemory(slot.process.id) ?? ('done' in report ? report.done.memory : 0)
    if (slot.pages >= WORKER_PAGES_MAX || memory > WORKER_MEMORY_KEPT_BYTES) this.#end(slot, 'recycled')
  }

  *#busyProcesses(): Iterable<number> {
    for (const { job, process } of this.#slots) if (job && process.id !== undefined) yield process.id
  }

  /** Ends a worker that takes too much memory. Its work is settled when it has ended. */
  #endForMemory(pid: number): void {
    for (const slot of this.#slots)
      if (slot.process.id === pid && slot.ending === null) {
        slot.ending = 'memory'
        slot.ready = false
        slot.process.kill()
      }
  }

  /**
   * Puts work whose worker has died at the head of the queue, once and for a fresh worker: the system may have ended the worker for
   * want of memory, or another file may have damaged it. What ends a worker that has read nothing else is the reason itself.
   */
  #tryAgain(job: Job, { isUsed }: Slot, end: WorkerEnd): void {
    clearTimeout(job.timer)
    const isOwnFault = (end === 'memory' || end === 'runtime') && !isUsed
    if (job.failedOnce || this.#closing || isOwnFault || job.options.signal.aborted) {
      job.settle.reject(new TaskFailed(isOwnFault ? 'FILE_TOO_COMPLEX' : 'WORKER_FAILED', job))
      return
    }
    job.failedOnce = true
    const late = () => this.#drop(job, new TaskFailed('WORKER_FAILED', job))
    job.timer = setTimeout(late, job.options.deadline - performance.now())
    this.#queue.unshift(job)
    this.#dispatch()
  }

  #onExit(slot: Slot, code: number | null): void {
    this.#slots.delete(slot)
    const end: WorkerEnd = slot.ending ?? (code === RUNTIME_DIED ? 'runtime' : 'exit')
    if (slot.job) this.#tryAgain(slot.job, slot, end)
    if (this.#closing) {
      if (this.#slots.size === 0) this.#closing()
      return
    }
    this.#options.observer.workerReplaced(end)
    // A worker that the pool ended is replaced at once. One that cannot start is tried again after growing pauses.
    const failedToStart = !slot.ready && slot.ending === null
    const wait = failedToStart ? Math.min(RESTART_MAX_MS, RESTART_FIRST_MS * 2 ** this.#restarts++) : 0
    setTimeout(() => {
      if (!this.#closing) this.#start()
    }, wait)
  }
}

/** Worker processes with one queue. Each works on one page at a time; one that takes too long is killed and replaced. */
export const createPool = (options: PoolOptions): Pool => new WorkerPool(options)
