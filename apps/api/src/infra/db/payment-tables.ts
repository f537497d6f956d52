import type { WaitingReason } from '@consilium/contract/batches/batch-receipts.ts'
import type { BranchImportRows } from '@consilium/contract/bank-branches/bank-branches.ts'
import type { AnswerOutcome, AnswerProblem } from '@consilium/contract/batches/batch-answers.ts'
import type {
  BatchState,
  BatchWork,
  LineReason,
  LineState,
  AccountSource,
} from '@consilium/contract/batches/batch-states.ts'
import type { BankColumn, BankFileFormat } from '@consilium/contract/bank-files/bank-files.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import type { PaymentKind, TaxRegime } from '@consilium/contract/payments/payments.ts'
import type { FilingFileKind } from '@consilium/contract/payments/tax-filings.ts'
import type {
  LaborItems,
  LedgerItem,
  TaxPlace,
  VatBasis,
  NonResidentItem,
  WithholdingColumn,
} from '@consilium/contract/organizations/tax-settings.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
/** `yyyy-MM-dd`. */
type Day = string
type Json<T> = ColumnType<T, string, string>
type Decimal = string

interface OrganizationTaxSetting {
  setting_id: GeneratedAlways<number>
  org_id: number
  version: number
  valid_from: Day
  place: TaxPlace
  education_exempt: boolean
  is_continuous: boolean
  vat_basis: VatBasis
  is_platform: boolean
  county: string | null
  /** Null in rows from before payers had items; those of `DEFAULT_TAX_TERMS` apply. Written as JSON text. */
  labor_items: ColumnType<LaborItems | null, string, never>
  is_county_apart: Generated<boolean>
  /** Null for those of `DEFAULT_FILE_TERMS`. */
  non_resident_item: NonResidentItem | null
  withholding_column: WithholdingColumn | null
  surcharges_deducted: boolean | null
  invoice_expected: boolean | null
  reason: string | null
  user_id: number | null
  create_time: ColumnType<Time, undefined, never>
}

interface LaborPersonSecret {
  secret_id: number
  secret_cipher: Buffer
}

interface LaborTaxMonth {
  month_id: GeneratedAlways<number>
  org_id: number
  period: string
  filed_time: Time | null
  filed_by: number | null
}

interface LaborTaxFiling {
  filing_id: GeneratedAlways<number>
  month_id: number
  number: number
  filed_time: Time
  filed_by: number | null
  filed_by_name: string
  last_entry_id: number | null
  entries: number
  people: number
  payable_amount: Decimal
  vat_amount: Decimal
  surcharge_amount: Decimal
  income_tax: Decimal
  net_amount: Decimal
}

interface LaborTaxFilingFile {
  filing_id: number
  kind: FilingFileKind
  file_id: number
}

interface LaborPaymentEntry {
  entry_id: Generated<number>
  kind: PaymentKind
  payment_id: number | null
  is_live: boolean
  org_id: number
  attendee_id: number
  person_hash: Buffer
  person_name: string
  id_type: Generated<IdType>
  id_number_cipher: Buffer | null
  paid_date: Day
  period: string
  payable_amount: Decimal
  vat_amount: Decimal
  urban_levy: Decimal
  education_levy: Decimal
  local_education_levy: Decimal
  own_levy: Decimal
  income_tax: Decimal
  net_amount: Decimal
  estimated_vat: Decimal
  estimated_surcharge: Decimal
  estimated_income_tax: Decimal
  estimated_net: Decimal
  estimate_rule_version: string
  /** The service type. */
  labor_item: LaborForm
  /** Null in entries from before payers had items: each service type was one. */
  tax_item: LedgerItem | null
  county: string
  is_county_apart: Generated<boolean>
  regime: TaxRegime
  vat_basis: VatBasis
  is_continuous: boolean
  surcharge_rate: Decimal
  treaty_rate: Decimal | null
  is_correction: boolean
  reason: string | null
  bank_reference: string | null
  cash_amount: Decimal
  user_id: number | null
  create_time: ColumnType<Time, undefined, never>
}

interface LaborCashDifference {
  line_id: GeneratedAlways<number>
  entry_id: number
  org_id: number
  amount: Decimal
  settled_entry_id: number | null
  settled_date: Day | null
  settled_time: Time | null
  settled_by: number | null
  settled_by_name: string | null
  note: string | null
  create_time: ColumnType<Time, undefined, never>
}

interface LaborTreatyRelief {
  relief_id: Generated<number>
  org_id: number
  expert_id: number
  country: string
  article: string
  rate: Decimal
  valid_from: Day
  valid_to: Day
  file_id: number
  create_time: ColumnType<Time, undefined, never>
  decision_id: number
}

interface LaborPaymentClaim {
  attendee_id: number
  line_id: number | null
}

interface PaymentBatchTable {
  batch_id: GeneratedAlways<number>
  org_id: number
  title: string
  state: Generated<BatchState>
  work: BatchWork | null
  work_done: Generated<number>
  work_total: Generated<number>
  paid_date: Day | null
  preset: string | null
  bank_preset_id: number | null
  is_stale: Generated<boolean>
  created_by: number | null
  created_by_name: string
  create_time: ColumnType<Time, undefined, never>
  locked_by: number | null
  locked_by_name: string | null
  locked_time: Time | null
  released_by: number | null
  released_by_name: string | null
  released_time: Time | null
  lines: Generated<number>
  refused: Generated<number>
  paid: Generated<number>
  returned: Generated<number>
  payable_amount: Generated<Decimal>
  vat_amount: Generated<Decimal>
  surcharge_amount: Generated<Decimal>
  income_tax: Generated<Decimal>
  net_amount: Generated<Decimal>
  file_id: number | null
  file_sha256: Buffer | null
}

interface PaymentBatchLineTable {
  line_id: GeneratedAlways<number>
  batch_id: number
  attendee_id: number
  state: Generated<LineState>
  reasons: Generated<LineReason[]>
  payable_amount: Generated<Decimal>
  vat_amount: Generated<Decimal>
  surcharge_amount: Generated<Decimal>
  income_tax: Generated<Decimal>
  net_amount: Generated<Decimal>
  differences: ColumnType<Record<Language, string[]>, string | undefined, string>
  person_hash: Buffer | null
  seen_entry_id: number | null
  verify_code: string | null
  entry_id: number | null
  return_reason: string | null
  account_of: Generated<AccountSource>
  account_cipher: Buffer | null
  bank_name: string | null
  bank_branch: string | null
  bank_region: string | null
  clearing_code: string | null
}

interface PaymentBatchDownloadTable {
  download_id: GeneratedAlways<number>
  batch_id: number
  user_id: number | null
  user_name: string
  purpose: string
  create_time: ColumnType<Time, undefined, never>
}

interface PaymentBatchAnswerTable {
  answer_id: GeneratedAlways<number>
  batch_id: number
  sha256: Buffer
  file_name: string
  state: Generated<'read' | 'applying' | 'applied'>
  rows: number
  user_id: number | null
  user_name: string
  create_time: ColumnType<Time, undefined, never>
}

interface PaymentBatchAnswerRowTable {
  answer_id: number
  row_number: number
  line_id: number | null
  outcome: AnswerOutcome | null
  problem: AnswerProblem | null
  name: string | null
  amount: string | null
  reason: string | null
}

interface PaymentReceiptTable {
  receipt_id: Generated<number>
  line_id: number
  batch_id: number
  file_id: number
  sha256: Buffer
  user_id: number | null
  user_name: string
  create_time: ColumnType<Time, undefined, never>
  /** Null for the current one. */
  replaced_time: Time | null
}

interface WaitingReceiptTable {
  waiting_id: Generated<number>
  batch_id: number
  file_id: number
  sha256: Buffer
  reason: WaitingReason
  line_ids: number[]
  user_id: number | null
  user_name: string
  create_time: ColumnType<Time, undefined, never>
}

interface PaymentPaperTable {
  entry_id: number
  file_id: number
  sha256: Buffer
  create_time: ColumnType<Time, undefined, never>
}

interface PaymentInvoiceTable {
  invoice_id: Generated<number>
  entry_id: number
  file_id: number
  sha256: Buffer
  invoice_code: string | null
  invoice_number: string
  use_key: GeneratedAlways<string>
  code_key: GeneratedAlways<string>
  issue_date: Day | null
  seller_name: string
  buyer_name: string | null
  total_amount: Decimal
  user_id: number | null
  user_name: string
  create_time: ColumnType<Time, undefined, never>
  /** Null while it serves its payment. */
  released_time: Time | null
}

interface BankBranchTable {
  branch_id: Generated<number>
  code: string
  name: string
  province: string | null
  city: string | null
  name_key: GeneratedAlways<string>
  name_grams: GeneratedAlways<string[]>
  create_time: ColumnType<Time, undefined, never>
}

interface BankBranchImportTable {
  import_id: Generated<number>
  user_id: number | null
  file_name: string
  state: Generated<'running' | 'done'>
  content: Buffer | null
  language: Language
  total: number
  done: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  refused: Generated<number>
  rows: ColumnType<BranchImportRows, undefined, never>
  create_time: ColumnType<Time, undefined, never>
}

interface BankPresetTable {
  preset_id: Generated<number>
  org_id: number
  series_id: number
  number: number
  name: string
  format: BankFileFormat
  columns: Json<BankColumn[]>
  needs_code: boolean
  valid_from: Day
  authors: number[]
  created_by_name: string
  create_time: ColumnType<Time, Time, never>
  approved_time: Time | null
  retired_time: Time | null
  confirmed_on: Day | null
  confirmed_by: number | null
  confirmed_by_name: string | null
  version: Generated<number>
}

interface PayerAccountTable {
  org_id: number
  account_cipher: Buffer
  account_name: string
  bank_name: string
  version: Generated<number>
}

/** Tables of what was paid for labor, and of how payers are taxed. */
export interface PaymentTables {
  organization_tax_setting: OrganizationTaxSetting
  labor_person_secret: LaborPersonSecret
  labor_tax_month: LaborTaxMonth
  labor_tax_filing: LaborTaxFiling
  labor_tax_filing_file: LaborTaxFilingFile
  labor_payment_entry: LaborPaymentEntry
  labor_cash_difference: LaborCashDifference
  labor_treaty_relief: LaborTreatyRelief
  labor_payment_claim: LaborPaymentClaim
  bank_branch: BankBranchTable
  bank_branch_import: BankBranchImportTable
  bank_preset: BankPresetTable
  payment_batch: PaymentBatchTable
  payment_batch_line: PaymentBatchLineTable
  payment_batch_download: PaymentBatchDownloadTable
  payment_batch_answer: PaymentBatchAnswerTable
  payment_batch_answer_row: PaymentBatchAnswerRowTable
  payment_receipt: PaymentReceiptTable
  waiting_receipt: WaitingReceiptTable
  payment_paper: PaymentPaperTable
  payment_invoice: PaymentInvoiceTable
  payer_account: PayerAccountTable
}
