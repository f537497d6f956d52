import { Refusal } from '../refusal.ts'
import { createWorkerPool, WorkExceeded } from '../threads/worker-pool.ts'
import type { PackedTable, TableOrder } from './packed-table.ts'
import type { ReadTask } from './read-worker.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'

/** Counted from the call, including the wait for a free thread. */
export const READ_TIMEOUT_MS = 30_000
/** Maximum number of waiting files; further ones are refused. */
const WAITING_MAX = 20
const HEAP_MAX_MB = 512

export interface SheetReader {
  /** Returns the non-empty rows of an uploaded sheet. Refuses files that are not sheets or exceed the limits. */
  read(bytes: Buffer): Promise<TextRow[]>
  /** Returns columns of a sheet with many rows in one piece. Refuses also sheets without rows or without the columns. */
  readTable(bytes: Buffer, table: TableOrder): Promise<PackedTable>
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
  const pool = createWorkerPool<ReadTask>({
    file: new URL('./read-worker.ts', import.meta.url),
    threads,
    waitingMax: WAITING_MAX,
    timeoutMs,
    heapMaxMb: HEAP_MAX_MB,
  })
  const run = <T>(task: ReadTask) =>
    pool.run<T>(task).catch((error: unknown) => {
      throw error instanceof WorkExceeded ? new Refusal('SHEET_TOO_LARGE') : error
    })
  return {
    read: (bytes) => run<TextRow[]>(bytes),
    readTable: (bytes, table) => run<PackedTable>({ bytes, table }),
    close: () => pool.close(),
  }
}
