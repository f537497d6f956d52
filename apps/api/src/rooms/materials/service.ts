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
import { createRecords, type Rooms } from './records.ts'
import { supervisorRecords } from './supervisor-records.ts'

/** What is kept of a meeting: five kinds of records, served by one mechanism. */
export function createMaterials(context: Context, rooms: Rooms) {
  return {
    auditLogs: createRecords(context, rooms, auditLogs, auditLogSheet),
    executorRecords: createRecords(context, rooms, executorRecords, executorSheet),
    invoices: createRecords(context, rooms, invoices, invoiceSheet, markInvoices(context)),
    recognized: recognizedInvoices,
    meetingMaterials: createRecords(context, rooms, meetingMaterials, materialSheet),
    supervisorRecords: createRecords(context, rooms, supervisorRecords, supervisorSheet),
  }
}

export type Materials = ReturnType<typeof createMaterials>
