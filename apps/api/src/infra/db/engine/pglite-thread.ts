import { Worker } from 'node:worker_threads'
import type { Reply, Request, WorkerOptions } from './pglite-worker.ts'

interface Waiting {
  resolve(bytes: Uint8Array): void
  reject(error: Error): void
}

/** Thrown after the embedded engine has failed. Committed writes are on disk and available after a restart. */
export class EngineBroken extends Error {
  override readonly name = 'EngineBroken'
}

/** PGlite in a worker thread, so that long queries do not block the event loop. */
export class PgliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #onBroken: (error: EngineBroken) => void
  readonly #exited: Promise<void>
  #nextId = 1
  #broken: EngineBroken | undefined
  #isClosing = false

  private constructor(options: WorkerOptions, onBroken: (error: EngineBroken) => void) {
    this.#onBroken = onBroken
    this.#worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: options })
    this.#worker.on('error', (error) => this.#break(String(error)))
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        if (!this.#isClosing || this.#waiting.size > 0) this.#break(`its thread ended with code ${code}`)
        resolve()
      })
    })
  }

  /** Resolves when the engine is ready; rejects with EngineBroken if it does not start. */
  static async start(options: WorkerOptions, onBroken: (error: EngineBroken) => void): Promise<PgliteThread> {
    let fail: (error: EngineBroken) => void = () => {}
    let isUp = false
    const thread = new PgliteThread(options, (error) => (isUp ? onBroken(error) : fail(error)))
    await new Promise<void>((resolve, reject) => {
      fail = reject
      thread.#worker.on('message', (reply: Reply) =>
        reply.kind === 'ready' ? resolve() : thread.#receive(reply),
      )
    })
    isUp = true
    return thread
  }

  /** Runs complete wire protocol messages in the order of the calls. */
  execute(bytes: Uint8Array): Promise<Uint8Array> {
    const copy = new Uint8Array(bytes)
    return this.#send((id) => ({ id, kind: 'execute', bytes: copy }), [copy.buffer])
  }

  /** Sets how far behind this machine the database's time is, after earlier calls. */
  async setClock(behindMs: number): Promise<void> {
    await this.#send((id) => ({ id, kind: 'clock', behindMs }), [])
  }

  /** Finishes earlier calls, flushes to disk and ends the thread. */
  async close(): Promise<void> {
    if (!this.#isClosing && !this.#broken) {
      this.#isClosing = true
      await this.#send((id) => ({ id, kind: 'close' }), [])
    }
    await this.#exited
  }

  #send(request: (id: number) => Request, transfer: ArrayBuffer[]): Promise<Uint8Array> {
    if (this.#broken) return Promise.reject(this.#broken)
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage(request(id), transfer)
    })
  }

  #receive(reply: Reply): void {
    if (reply.kind === 'broken') this.#break(reply.reason)
    if (reply.kind !== 'done') return
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    waiting?.resolve(reply.bytes)
  }

  #break(reason: string): void {
    if (this.#broken) return
    this.#broken = new EngineBroken(`The embedded database engine failed: ${reason}`)
    for (const waiting of this.#waiting.values()) waiting.reject(this.#broken)
    this.#waiting.clear()
    this.#onBroken(this.#broken)
  }
}
