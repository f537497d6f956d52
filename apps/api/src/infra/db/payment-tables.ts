import type { IdType } from '@consilium/contract/identity.ts'
import type { LaborForm } from '@consilium/contract/labor-forms.ts'
import type { PaymentKind, TaxRegime } from '@consilium/contract/payments.ts'
import type { FilingFileKind } from '@consilium/contract/tax-filings.ts'
import type { LaborItems, LedgerItem, TaxPlace, VatBasis } from '@consilium/contract/tax-settings.ts'
import type { ReliefStatus } from '@consilium/contract/treaty-reliefs.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
/** `yyyy-MM-dd`. */
type Day = string
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
  relief_id: GeneratedAlways<number>
  org_id: number
  expert_id: number
  country: string
  article: string
  rate: Decimal
  valid_from: Day
  valid_to: Day
  file_id: number
  status: Generated<ReliefStatus>
  asked_by: number | null
  decided_by: number | null
  decided_time: Time | null
  create_time: ColumnType<Time, undefined, never>
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
}
