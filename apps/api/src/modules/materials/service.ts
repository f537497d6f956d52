import type { Context } from '../../context.ts'
import { auditLogs } from './audit-logs.ts'
import { executorRecords } from './executor-records.ts'
import {
  auditLogSheet,
  executorSheet,
  invoiceSheet,
  materialSheet,
  supervisorSheet,
} from './export-columns.ts'
import { markInvoices } from './invoice-marks.ts'
import { invoices } from './invoices.ts'
import { meetingMaterials } from './meeting-materials.ts'
import { recognizedInvoices } from './recognized.ts'
import { createRecords, type Modules } from './records.ts'
import { supervisorRecords } from './supervisor-records.ts'

/** What is kept of a meeting: five kinds of records, served by one mechanism. */
export function createMaterials(context: Context, modules: Modules) {
  return {
    auditLogs: createRecords(context, modules, auditLogs, auditLogSheet),
    executorRecords: createRecords(context, modules, executorRecords, executorSheet),
    invoices: createRecords(context, modules, invoices, invoiceSheet, markInvoices(context)),
    recognized: recognizedInvoices,
    meetingMaterials: createRecords(context, modules, meetingMaterials, materialSheet),
    supervisorRecords: createRecords(context, modules, supervisorRecords, supervisorSheet),
  }
}

export type Materials = ReturnType<typeof createMaterials>
