import type { InvoiceReading } from '@consilium/contract/invoices/invoice-reading.ts'
import type { invoiceRecord } from '@consilium/contract/invoices/invoice-record.ts'
import type { VerificationState } from '@consilium/contract/invoices/verification.ts'
import type {
  AuditResult,
  InvoiceSource,
  MaterialType,
  SupervisionConclusion,
  SupervisionMode,
} from '@consilium/contract/materials/materials.ts'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { OptionalColumns } from './optional-columns.ts'

type Time = string

/** Columns shared by all kinds of records. */
export interface MaterialColumns {
  record_id: GeneratedAlways<number>
  meeting_id: number
  create_user_id: number
  version: Generated<number>
  create_time: ColumnType<Time, Time | undefined, never>
}

interface MeetingAuditLog extends MaterialColumns {
  audit_item: string
  audit_result: AuditResult
  audit_opinion: string | null
  audit_time: Generated<Time>
  attachments: Generated<number[]>
}

interface MeetingExecutorRecord extends MaterialColumns {
  task_name: string
  person_name: string | null
  phone: string | null
  work_content: string | null
  work_time: Time | null
  attachments: Generated<number[]>
}

interface MeetingInvoice extends MaterialColumns, OptionalColumns<typeof invoiceRecord> {
  source: Generated<InvoiceSource>
  /** For a file with several invoices. */
  file_page: Generated<number>
  recognized: ColumnType<InvoiceReading | null, InvoiceReading | null | undefined, never>
  /** A trigger clears it when the record is saved. */
  needs_review: Generated<boolean>
  /** A trigger forgets it when what the authority was asked about changes. */
  verification_state: Generated<VerificationState>
  /** Rises whenever it is handed to a job, settled or forgotten; what an older job brings counts for nothing. */
  verification_run: Generated<number>
}

interface MeetingMaterial extends MaterialColumns {
  material_type: MaterialType
  title: string
  description: string | null
  attachments: Generated<number[]>
}

interface MeetingSupervisorRecord extends MaterialColumns {
  supervisor_name: string
  supervision_time: Generated<Time>
  supervision_mode: SupervisionMode | null
  findings: string | null
  conclusion: SupervisionConclusion
  attachments: Generated<number[]>
}

/** The tables of meeting records, one for each kind. */
export interface MaterialTables {
  meeting_audit_log: MeetingAuditLog
  meeting_executor_record: MeetingExecutorRecord
  meeting_invoice: MeetingInvoice
  meeting_material: MeetingMaterial
  meeting_supervisor_record: MeetingSupervisorRecord
}

/** A view of the records that name the same invoice. */
export interface InvoiceDuplicates {
  invoice_duplicate: { record_id: number; other_id: number }
}

export type MaterialTable = keyof MaterialTables
/** A row of one kind as the queries return it. */
export type StoredMaterial<Table extends MaterialTable> = Selectable<MaterialTables[Table]>
