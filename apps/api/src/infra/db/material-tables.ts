import type { ExpenseCategory } from '@consilium/contract/expenses.ts'
import type { InvoiceReading } from '@consilium/contract/invoice-reading.ts'
import type {
  AuditResult,
  InvoiceSource,
  InvoiceType,
  MaterialType,
  SupervisionConclusion,
  SupervisionMode,
} from '@consilium/contract/materials.ts'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

type Time = string
type Decimal = string

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

interface MeetingInvoice extends MaterialColumns {
  invoice_type: InvoiceType | null
  invoice_code: string | null
  invoice_number: string | null
  /** `yyyy-MM-dd` */
  issue_date: string | null
  check_code: string | null
  buyer_name: string | null
  buyer_tax_id: string | null
  seller_name: string | null
  seller_tax_id: string | null
  amount: Decimal | null
  tax_amount: Decimal | null
  total_amount: Decimal | null
  source: Generated<InvoiceSource>
  file_id: number | null
  /** For a file with several invoices. */
  file_page: Generated<number>
  recognized: ColumnType<InvoiceReading | null, InvoiceReading | null | undefined, never>
  /** A trigger clears it when the record is saved. */
  needs_review: Generated<boolean>
  expense_category: ExpenseCategory | null
  remark: string | null
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
