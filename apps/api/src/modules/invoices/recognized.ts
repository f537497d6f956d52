import { isReadingDoubted } from '@consilium/contract/invoice-reading.ts'
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

/** The invoice number that a record of this reading will have. */
export const numberOf = (read: RecognizedInvoice): string | null =>
  valuesOf(readingOf(read, { file: null, page: 1, pages: [1] })).invoiceNumber

/** Stores recognized invoices for the recognition module. Every function runs in the caller's transaction. */
export const recognizedInvoices = {
  numberOf,

  insert(within: Db, { meetingId, userId, fileId, read, ...place }: RecognizedRecord): Promise<number> {
    const reading = readingOf(read, place)
    const record = { meetingId, fileId, source: 'recognized', recognized: reading, ...valuesOf(reading) }
    const columns = { file_page: place.page, needs_review: isReadingDoubted(reading) }
    return insertRecord(within, invoices, userId, record, columns)
  },

  async remove(within: Db, recordIds: readonly number[]): Promise<void> {
    if (recordIds.length > 0) await deleteRecords(within, invoices, recordIds)
  },

  /** Deletes a meeting's recognized invoices, corrected or not. Those entered manually remain. */
  clear: invoiceRepository.deleteRecognized,
}
