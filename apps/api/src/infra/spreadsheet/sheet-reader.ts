import { Piscina } from 'piscina'
import { Refusal } from '../refusal.ts'
import type { ReadOutcome } from './read-worker.ts'
import type { TextRow } from './sheet-text.ts'

/** From the call to the last row, waiting for a free thread included. */
export const READ_TIMEOUT_MS = 30_000
/** Files that may wait for a thread; further ones are refused at once. */
const MAX_WAITING = 20
/** A small file may ask for a sheet of any size; the thread that reads it ends here, and the process goes on. */
const HEAP_MAX_MB = 512
const IDLE_THREAD_MS = 60_000
const RETRY_SECONDS = 30

export interface SheetReader {
  /** The filled rows of an uploaded sheet. Refuses files that are no sheets, and those that are more than is read. */
  read(bytes: Buffer): Promise<TextRow[]>
  /** Finishes what has begun and ends the threads. */
  close(): Promise<void>
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Uploads are read in worker threads: the event loop stays free, and what a hostile file costs is bounded. */
export function createSheetReader({
  threads,
  timeoutMs = READ_TIMEOUT_MS,
}: {
  threads: number
  timeoutMs?: number
}): SheetReader {
  const pool = new Piscina<Uint8Array, ReadOutcome>({
    filename: new URL('./read-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE_THREAD_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  })
  return {
    async read(bytes) {
      if (pool.queueSize >= MAX_WAITING)
        throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: RETRY_SECONDS } })
      const signal = AbortSignal.timeout(timeoutMs)
      const outcome = await pool.run(bytes, { signal }).catch((error: unknown) => {
        throw signal.aborted || isOutOfMemory(error) ? new Refusal('SHEET_TOO_LARGE') : error
      })
      if ('refused' in outcome) throw new Refusal(outcome.refused, { params: outcome.params })
      return outcome.rows
    },
    close: () => pool.close(),
  }
}
