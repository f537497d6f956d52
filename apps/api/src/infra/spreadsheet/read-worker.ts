import type { ErrorName, ErrorParams } from '@consilium/contract/errors.ts'
import { Refusal } from '../refusal.ts'
import type { TextRow } from './sheet-text.ts'
import { readSheetText } from './workbook-reader.ts'

/** A refusal crosses the threads as data: as an error it would arrive without its name. */
export type ReadOutcome = { rows: TextRow[] } | { refused: ErrorName; params: ErrorParams }

/** The task of a worker thread. */
export default async function readTask(bytes: Uint8Array): Promise<ReadOutcome> {
  try {
    return { rows: await readSheetText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.error, params: error.params }
    throw error
  }
}
