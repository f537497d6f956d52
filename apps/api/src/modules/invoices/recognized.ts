import { isReadingDoubted } from '@consilium/contract/invoices/invoice-reading.ts'
import type { RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { deleteRecords, insertRecord } from '../materials/service.ts'
import * as invoiceRepository from './invoice-repository.ts'
import { invoices } from './invoices.ts'
import { readingOf, valuesOf, type InvoiceValues, type Place } from './reading.ts'

export interface RecognizedRecord extends Place {
  meetingId: number
  userId: number
  fileId: number
  read: RecognizedInvoice
}

const FIRST_PAGE: Place = { file: null, page: 1, pages: [1] }

/** The invoice number that a record of this reading will have. */
export const numberOf = (read: RecognizedInvoice): string | null =>
  valuesOf(readingOf(read, FIRST_PAGE)).invoiceNumber

/** Stores recognized invoices for the recognition module. Every function runs in the caller's transaction. */
export const createRecognized = ({ eventLog }: Pick<Context, 'eventLog'>) => ({
  numberOf,

  /** The values that a record would take, for a person to confirm. */
  valuesOf: (read: RecognizedInvoice): InvoiceValues => valuesOf(readingOf(read, FIRST_PAGE)),

  async insert(within: Db, { meetingId, userId, fileId, read, ...place }: RecognizedRecord): Promise<number> {
    const reading = readingOf(read, place)
    const record = { meetingId, fileId, source: 'recognized', recognized: reading, ...valuesOf(reading) }
    const columns = { file_page: place.page, needs_review: isReadingDoubted(reading) }
    const recordId = await insertRecord(within, invoices, userId, record, columns)
    await eventLog.record(within, invoices.events.created, { recordId, actorId: userId, fields: {} })
    return recordId
  },

  async remove(within: Db, recordIds: readonly number[]): Promise<void> {
    if (recordIds.length === 0) return
    await eventLog.recordAll(within, invoices.events.removed, { recordIds, actorId: null, fields: {} })
    await deleteRecords(within, invoices, recordIds)
  },

  /** Deletes a meeting's recognized invoices, corrected or not. Those entered manually remain. */
  async clear(within: Db, meetingId: number): Promise<void> {
    const recordIds = await invoiceRepository.deleteRecognized(within, meetingId)
    await eventLog.recordAll(within, invoices.events.removed, { recordIds, actorId: null, fields: {} })
  },
})
