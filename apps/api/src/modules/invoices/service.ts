import type { Context } from '../../context.ts'
import { createRecords, type Modules } from '../materials/service.ts'
import { invoiceSheet } from './export-columns.ts'
import { markInvoices } from './invoice-marks.ts'
import { invoices } from './invoices.ts'
import { createRecognized } from './recognized.ts'
import { createVerification } from './verification/verification.ts'

export { isBuyerAmong, plainName } from './buyer-name.ts'
export { findBuyers, type Buyer } from './invoice-repository.ts'
export type { InvoiceValues } from './reading.ts'
export { areSerial } from './serial-numbers.ts'
export { originalProblemOf } from './verification/originals.ts'

/** Invoices of meetings, entered manually or recognized. */
export const createInvoices = (context: Context, modules: Modules) => ({
  records: createRecords(context, modules, invoices, invoiceSheet, markInvoices(context)),
  recognized: createRecognized(context),
  verification: createVerification(context),
})

export { invoiceFacts, isAccepted, isDuplicate, isOfMeeting } from './facts-repository.ts'

export type Invoices = ReturnType<typeof createInvoices>
