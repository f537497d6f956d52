import type { Context } from '../../context.ts'
import { createRecords, type Modules } from '../materials/service.ts'
import { invoiceSheet } from './export-columns.ts'
import { markInvoices } from './invoice-marks.ts'
import { invoices } from './invoices.ts'
import { recognizedInvoices } from './recognized.ts'

export { isBuyerAmong } from './buyer-name.ts'
export { findBuyers } from './invoice-repository.ts'

/** Invoices of meetings, entered manually or recognized. */
export const createInvoices = (context: Context, modules: Modules) => ({
  records: createRecords(context, modules, invoices, invoiceSheet, markInvoices(context)),
  recognized: recognizedInvoices,
})

export type Invoices = ReturnType<typeof createInvoices>
