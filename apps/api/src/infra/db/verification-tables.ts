import type {
  IdentityField,
  IdentityProblem,
  IdentityState,
} from '@consilium/contract/experts/identity-check.ts'
import type { InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import type { VerificationProblem } from '@consilium/contract/invoices/verification.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

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

interface IdentityCheck {
  expert_id: number
  /** Rises whenever it is asked for; an answer counts for its run only. */
  run: Generated<number>
  state: Exclude<IdentityState, 'notAsked'>
  /** Keyed hash of name, document and phone that are asked about. */
  subject_hash: Buffer
  fields: Generated<IdentityField[]>
  provider: string | null
  answered_time: Time | null
  problem: IdentityProblem | null
  attempts: Generated<number>
  /** Of one that is asked for: when its call is made at the earliest, or again if the process that makes it has died. */
  next_time: Time | null
  /** The call that is under way. */
  call_id: string | null
}

interface IdentityCheckCount {
  /** 0: all experts together. */
  expert_id: number
  /** `yyyy-MM-dd` */
  day: string
  asks: Generated<number>
  calls: Generated<number>
}

interface IdentityBasis {
  basis_id: GeneratedAlways<number>
  expert_id: number
  established_by: 'verifier' | 'hand'
  provider: string | null
  matched_time: Time | null
  approved_by: number | null
  approved_time: Time
  reason: string | null
  /** Null: of an approval from before it was kept. */
  subject_hash: Buffer | null
}

/** Tables of the identities of experts: what a verifier says, and what approvals rest on. */
export interface IdentityTables {
  identity_check: IdentityCheck
  identity_check_count: IdentityCheckCount
  identity_basis: IdentityBasis
}
