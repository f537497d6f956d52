import { Refusal } from '../refusal.ts'
import { createWorkerPool, WorkExceeded } from '../worker-pool.ts'
import type { TextRow } from './sheet-text.ts'

/** From the call to the last row, waiting for a free thread included. */
export const READ_TIMEOUT_MS = 30_000
/** Files that may wait for a thread; further ones are refused at once. */
const WAITING_MAX = 20
const HEAP_MAX_MB = 512

export interface SheetReader {
  /** The filled rows of an uploaded sheet. Refuses files that are no sheets, and those that are more than is read. */
  read(bytes: Buffer): Promise<TextRow[]>
  /** Finishes what has begun and ends the threads. */
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
