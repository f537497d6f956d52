import { Refusal } from '../refusal.ts'
import { createWorkerPool, WorkExceeded } from '../threads/worker-pool.ts'
import type { TextRow } from './sheet-text.ts'

/** Counted from the call, including the wait for a free thread. */
export const READ_TIMEOUT_MS = 30_000
/** Maximum number of waiting files; further ones are refused. */
const WAITING_MAX = 20
const HEAP_MAX_MB = 512

export interface SheetReader {
  /** Returns the non-empty rows of an uploaded sheet. Refuses files that are not sheets or exceed the limits. */
  read(bytes: Buffer): Promise<TextRow[]>
  /** Finishes running tasks and ends the threads. */
  close(): Promise<void>
}

export function createSheetReader({
  threads,
  timeoutMs = READ_TIMEOUT_MS,
}: {
  threads: number
  timeoutMs?: number
}): SheetReader {
  const pool = createWorkerPool<Uint8Array>({
    file: new URL('./read-worker.ts', import.meta.url),
    threads,
    waitingMax: WAITING_MAX,
    timeoutMs,
    heapMaxMb: HEAP_MAX_MB,
  })
  return {
    read: (bytes) =>
      pool.run<TextRow[]>(bytes).catch((error: unknown) => {
        throw error instanceof WorkExceeded ? new Refusal('SHEET_TOO_LARGE') : error
      }),
    close: () => pool.close(),
  }
}
