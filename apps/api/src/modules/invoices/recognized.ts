import type { RecognizedInvoice } from '@consilium/contract/recognition.ts'
import type { Db } from '../../infra/db/db.ts'
import { deleteRecords, insertRecord } from '../materials/service.ts'
import * as invoiceRepository from './invoice-repository.ts'
import { invoices } from './invoices.ts'
import { readingOf, valuesOf, type Place } from './reading.ts'

export interface RecognizedRecord extends Place {
  meetingId: number
  userId: number
  fileId: number
  read: RecognizedInvoice
}

/** The number that a record of the reading will carry. */
export const numberOf = (read: RecognizedInvoice): string | null =>
  valuesOf(readingOf(read, { file: null, page: 1 })).invoiceNumber

/** Invoices that were recognised, for the module that has them recognised. Each works in the caller's transaction. */
export const recognizedInvoices = {
  numberOf,

  insert(within: Db, { meetingId, userId, fileId, read, file, page }: RecognizedRecord): Promise<number> {
    const reading = readingOf(read, { file, page })
    const record = { meetingId, fileId, source: 'recognized', recognized: reading, ...valuesOf(reading) }
    return insertRecord(within, invoices, userId, record, { file_page: page })
  },

  async remove(within: Db, recordIds: readonly number[]): Promise<void> {
    if (recordIds.length > 0) await deleteRecords(within, invoices, recordIds)
  },

  /** All that was recognised of a meeting, corrected or not; what was entered by hand stays. */
  clear: invoiceRepository.deleteRecognized,
}
