import type { PaperKind } from '@consilium/contract/signing/papers.ts'
import type {
  AgreementStep,
  AmendmentStatus,
  SignatureStatus,
} from '@consilium/contract/agreements/agreements.ts'
import type {
  ProofProblem,
  RevocationState,
  SigningForm,
  TimestampState,
} from '@consilium/contract/signing/document-proof.ts'
import type { SealStatus } from '@consilium/contract/signing/document-seal.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
/** `yyyy-MM-dd`. */
type Day = string
type Decimal = string

interface LaborTemplate {
  template_id: GeneratedAlways<number>
  template_name: string
  content: string
  is_default: Generated<boolean>
  status: Generated<'0' | '1'>
  version: Generated<number>
  create_time: ColumnType<Time, Time | undefined, never>
  /** Null for the platform. */
  owner_org_id: number | null
  /** From when on a default holds; null: always. */
  valid_from: string | null
}

interface FeeColumns {
  payable_amount: Decimal
  vat_amount: Decimal
  surcharge_amount: Decimal
  income_tax: Decimal
  net_amount: Decimal
  surcharge_rate: Decimal
  fee_rule_version: string
}

interface LaborAgreement extends FeeColumns {
  attendee_id: number
  /** Minutes of attendance that the fee is for. */
  fee_minutes: number | null
  step: Generated<AgreementStep>
  signature_status: Generated<SignatureStatus>
  signer_name: string | null
  signer_unit: string | null
  signer_title: string | null
  id_card_cipher: Buffer | null
  bank_name: string | null
  bank_account_cipher: Buffer | null
  bank_region: string | null
  payer_name: string | null
  payer_credit_code: string | null
  labor_protocol: string | null
  /** Where the masked bank account begins in that text; null in one that shows no account in full. */
  account_at: number | null
  handsign_file_id: number | null
  pdf_file_id: number | null
  verify_code: string | null
  content_sha256: Buffer | null
  signed_time: Time | null
  form: SigningForm | null
  event_id: number | null
  paid_date: Day | null
  was_paid: Generated<boolean>
  /** Whether the meeting is at a stage at which it can be signed. Triggers of the database keep this and the next. */
  is_open: GeneratedAlways<boolean>
  /** Whether another fee waits for the answer of the expert. */
  is_amended: GeneratedAlways<boolean>
  /** Whether it is open, has a fee, and is not signed or is amended. */
  is_offered: GeneratedAlways<boolean>
  version: Generated<number>
}

interface LaborAgreementHistory extends FeeColumns {
  history_id: GeneratedAlways<number>
  attendee_id: number
  pdf_file_id: number
  handsign_file_id: number
  verify_code: string | null
  content_sha256: Buffer | null
  signed_time: Time
  superseded_time: Time
  superseded_by: number | null
  form: SigningForm | null
  event_id: number | null
  superseded_reason: string | null
}

interface AgreementAmendment extends FeeColumns {
  fee_minutes: number | null
  amendment_id: GeneratedAlways<number>
  attendee_id: number
  /** Who proposed it and why, and what the expert answered. */
  decision_id: number
  status: Generated<AmendmentStatus>
  labor_protocol: string | null
  account_at: number | null
  payer_name: string | null
  payer_credit_code: string | null
}

interface SigningEvent {
  event_id: GeneratedAlways<number>
  attendee_id: number
  statement: string
  event_sha256: Buffer
  chain_sha256: Buffer
}

interface DataConsent {
  consent_id: GeneratedAlways<number>
  user_id: number
  version: string
  given_time: Time
  given_from: string
  ended_time: Time | null
  ended_because: 'withdrawn' | 'renewed' | null
}

interface Organization {
  org_id: GeneratedAlways<number>
  org_type: OrgType
  org_name: string
  business_nature: string | null
  main_user_id: number
  surcharge_rate: Decimal | null
  credit_code: string | null
  legal_representative: string | null
  registered_address: string | null
  version: Generated<number>
  create_time: ColumnType<Time, Time | undefined, never>
}

interface OrganizationSeal {
  org_id: number
  picture_file_id: number
  key_cipher: Buffer | null
  certificate_name: string | null
  certificate_issuer: string | null
  certificate_until: Time | null
  persons_may_seal: Generated<boolean>
  keeper_name: string | null
  user_id: number | null
  change_time: Time
  version: Generated<number>
}

interface SignedDocument {
  verify_code: string
  attendee_id: number
  timestamp_status: TimestampState
  timestamp_time: Time | null
  timestamp_authority: string | null
  timestamp_verified: Generated<boolean>
  revocation_status: RevocationState
  problem: ProofProblem | null
  seal_status: Generated<SealStatus>
  sealed_time: Time | null
  sealed_by: number | null
  sealed_by_name: string | null
  seal_org_name: string | null
  seal_certificate: string | null
  certificate_sha256: Buffer | null
  seal_certificate_sha256: Buffer | null
  attempts: Generated<number>
  create_time: ColumnType<Time, never, never>
}

export interface SignedDocumentFile {
  verify_code: string
  sha256: Buffer
  file_id: number
  made: 'signed' | 'stamped' | 'proven' | 'sealed'
  create_time: ColumnType<Time, never, never>
}

interface IssuedPaperTable {
  paper_id: GeneratedAlways<number>
  verify_code: string
  kind: PaperKind
  sha256: Buffer
  issued_by: number | null
  issued_time: string
  /** Null: it still says what is so. */
  withdrawn_time: string | null
}

/** Tables of agreements, of their parties and templates, and of their superseded versions. */
export interface AgreementTables {
  labor_template: LaborTemplate
  issued_paper: IssuedPaperTable
  labor_agreement: LaborAgreement
  labor_agreement_history: LaborAgreementHistory
  agreement_amendment: AgreementAmendment
  signing_event: SigningEvent
  organization: Organization
  organization_seal: OrganizationSeal
  signed_document: SignedDocument
  signed_document_file: SignedDocumentFile
  data_consent: DataConsent
}
