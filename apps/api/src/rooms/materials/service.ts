import type { Context } from '../../context.ts'
import { auditLogs } from './audit-logs.ts'
import { executorRecords } from './executor-records.ts'
import { markInvoices } from './invoice-marks.ts'
import { invoices } from './invoices.ts'
import { meetingMaterials } from './meeting-materials.ts'
import { recognizedInvoices } from './recognized.ts'
import { createRecords, type Rooms } from './records.ts'
import { supervisorRecords } from './supervisor-records.ts'

/** What is kept of a meeting: five kinds of records, served by one mechanism. */
export function createMaterials(context: Context, rooms: Rooms) {
  return {
    auditLogs: createRecords(context, rooms, auditLogs),
    executorRecords: createRecords(context, rooms, executorRecords),
    invoices: createRecords(context, rooms, invoices, markInvoices(context)),
    recognized: recognizedInvoices,
    meetingMaterials: createRecords(context, rooms, meetingMaterials),
    supervisorRecords: createRecords(context, rooms, supervisorRecords),
  }
}

export type Materials = ReturnType<typeof createMaterials>
