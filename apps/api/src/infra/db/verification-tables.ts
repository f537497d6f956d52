import type { InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import type { VerificationProblem } from '@consilium/contract/invoices/verification.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = string
type Fields = Partial<Record<InvoiceReadField, string>>

interface InvoiceVerification {
  record_id: number
  /** Answers with a higher number came after it was asked for. */
  asked_no: Generated<number>
  /** Calls without an answer since then. */
  attempts: Generated<number>
  /** Of a waiting one: when it is asked for at the earliest, or again if the process that asks has died. */
  next_time: Time | null
  problem: VerificationProblem | null
  verified_time: Time | null
  fields: ColumnType<Fields | null, string | null, string | null>
}

interface VerificationCall {
  call_id: string
  invoice_key: string
  question_hash: Buffer
  record_id: number | null
  /** Rises when a call is repeated whose process has died. */
  tries: Generated<number>
  asked_time: Time
  answered_time: Time | null
  answered_no: number | null
  outcome: string | null
  fields: ColumnType<Fields | null, string | null, string | null>
  cost: string | null
}

interface VerificationCount {
  /** `yyyy-MM-dd` */
  day: string
  /** Empty: all invoices together. */
  invoice_key: string
  calls: number
  failures: Generated<number>
  cost: Generated<string>
}

/** Tables of the verification of invoices. */
export interface VerificationTables {
  invoice_verification: InvoiceVerification
  verification_call: VerificationCall
  verification_count: VerificationCount
}
