import type { attendeeRecord, AttendeeReply } from '@consilium/contract/attendees/attendee-record.ts'
import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { AuditStatus, expertRecord } from '@consilium/contract/experts/expert-record.ts'
import type { IdType, TaxResidence } from '@consilium/contract/persons/identity.ts'
import type { InUseKind } from '@consilium/contract/in-use.ts'
import type { HospitalLevel } from '@consilium/contract/hospitals/hospital-record.ts'
import type { meetingRecord } from '@consilium/contract/meetings/meeting-record.ts'
import type { projectRecord } from '@consilium/contract/projects/project-record.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { ImportStatus, OrgType, PersonRole } from '@consilium/contract/persons/persons.ts'
import type { IntentSource, IntentStatus } from '@consilium/contract/publicity/publicity.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountTables } from './account-tables.ts'
import type { AgreementTables } from './agreement-tables.ts'
import type { AttendanceTables } from './attendance-tables.ts'
import type { BotTables } from './bot-tables.ts'
import type { DecisionTables } from './decision-tables.ts'
import type { EventTables } from './event-tables.ts'
import type { FactorTables } from './factor-tables.ts'
import type { LimitTables } from './limit-tables.ts'
import type { InvoiceDuplicates, MaterialTables } from './material-tables.ts'
import type { OptionalColumns } from './optional-columns.ts'
import type { NoticeTables } from './notice-tables.ts'
import type { PaymentTables } from './payment-tables.ts'
import type { ProjectTables } from './project-tables.ts'
import type { RecognitionTables } from './recognition-tables.ts'
import type { IdentityTables, VerificationTables } from './verification-tables.ts'
import type { VaultTables } from './vault-tables.ts'

/** `yyyy-MM-dd HH:mm:ss`; the connection converts between the session's zone and UTC. */
type Time = string
/** Exact decimal as a string. */
type Decimal = string
type Status = '0' | '1'
type CreateTime = ColumnType<Time, Time | undefined, never>
type Version = Generated<number>
type Json<T> = ColumnType<T, string, string>

interface SysUser {
  user_id: GeneratedAlways<number>
  user_name: string
  password_hash: string
  phone: string | null
  role_type: RoleType
  status: Generated<Status>
  parent_user_id: number | null
  main_user_id: GeneratedAlways<number>
  must_change_password: Generated<boolean>
  display_name: string | null
  archived_time: Time | null
  last_login_time: Time | null
  privacy_version: string | null
  privacy_time: Time | null
  /** Skeleton of the name, equal for names that look alike; null if an older account has a look-alike name. */
  name_skeleton: string | null
  /** Nobody logs in to the account of a machine; it calls with keys. */
  is_machine: Generated<boolean>
  version: Version
  create_time: CreateTime
}

interface Person {
  person_id: GeneratedAlways<number>
  user_id: number
  org_id: number
  unit_type: OrgType
  role: PersonRole
  name: string
  department: string | null
  position: string | null
  bank_region: string | null
  version: Version
  create_time: CreateTime
}

interface PersonImport {
  import_id: Generated<number>
  user_id: number
  org_id: number
  status: Generated<ImportStatus>
  total: number
  done: Generated<number>
  succeeded: Generated<number>
  create_time: CreateTime
  progress_time: Generated<Time>
}

interface PersonImportRow {
  import_id: number
  row_number: number
  name: string | null
  phone: string | null
  success: boolean
  message: string
  given: Json<Record<string, string>> | null
}

interface Expert extends OptionalColumns<typeof expertRecord> {
  expert_id: Generated<number>
  user_id: number
  name: string
  audit_status: Generated<AuditStatus>
  id_type: Generated<IdType>
  tax_residence: Generated<TaxResidence>
  id_card_cipher: Buffer | null
  bank_account_cipher: Buffer | null
  id_card_attachments: Generated<string>
  audited_name: string | null
  audited_title: string | null
  audited_id_card_cipher: Buffer | null
  audited_account_cipher: Buffer | null
  account_waits: Generated<boolean>
  account_from: string | null
  nationality_cipher: Buffer | null
  sex_cipher: Buffer | null
  birth_date_cipher: Buffer | null
  version: Version
  create_time: CreateTime
}

interface DictType {
  dict_id: GeneratedAlways<number>
  dict_type: string
  dict_name: string
  dict_name_en: string
  built_in: Generated<boolean>
  version: Version
  create_time: CreateTime
}

interface DictData {
  dict_code: GeneratedAlways<number>
  dict_type: string
  dict_value: string
  dict_label: string
  dict_label_en: string
  dict_sort: Generated<number>
  status: Generated<Status>
  built_in: Generated<boolean>
  version: Version
  create_time: CreateTime
}

interface Project extends OptionalColumns<typeof projectRecord> {
  project_id: GeneratedAlways<number>
  project_no: Generated<string>
  project_name: string
  is_bid_project: Generated<boolean>
  create_user_id: number
  lead_user_id: number | null
  manager_score: Decimal | null
  is_published: Generated<boolean>
  publishes_spending: Generated<boolean>
  version: Version
  create_time: CreateTime
}

interface ProjectSponsor {
  project_id: number
  sponsor_admin_user_id: number
  create_time: CreateTime
}

interface BizProjectAssign {
  project_id: number
  exec_user_id: number
  create_time: CreateTime
}

interface ProjectPlan {
  plan_id: GeneratedAlways<number>
  plan_name: string
  plan_direction: string | null
  plan_category: string | null
  project_form: string | null
  design_file_url: string | null
  is_settled: Generated<boolean>
  project_id: number | null
  project_no: string | null
  submitter_id: number
  audit_status: Generated<AuditStatus>
  audit_opinion: string | null
  audit_by: number | null
  audit_time: Time | null
  remark: string | null
  version: Version
  create_time: CreateTime
}

interface Hospital {
  hospital_id: Generated<number>
  name: string
  province: string | null
  city: string | null
  level: HospitalLevel | null
  credit_code: string | null
  version: Version
  create_time: CreateTime
}

interface HospitalName {
  name_key: GeneratedAlways<string>
  name: string
  /** Null: this is no hospital. */
  hospital_id: number | null
  is_main: Generated<boolean>
  name_grams: GeneratedAlways<string[]>
  create_time: CreateTime
}

interface SpecialPlan {
  special_plan_id: GeneratedAlways<number>
  plan_name: string
  plan_type: string | null
  content: string | null
  start_time: Time | null
  end_time: Time | null
  budget: Decimal | null
  org_id: number | null
  attachments: Generated<number[]>
  status: Generated<Status>
  create_user_id: number
  version: Version
  create_time: CreateTime
}

interface PublicityIntent {
  intent_id: GeneratedAlways<number>
  project_id: number
  name: string
  phone: string
  source: Generated<IntentSource>
  user_id: number | null
  by_login: Generated<boolean>
  /** True if the phone is verified to be that of the linked account. */
  confirmed: Generated<boolean>
  status: Generated<IntentStatus>
  version: Version
  create_time: CreateTime
  privacy_version: string | null
}

interface PublicitySupportIntent extends PublicityIntent {
  org_name: string | null
  position: string | null
  remark: string | null
}

interface PublicityExecutionIntent extends PublicityIntent {
  hospital: string | null
  department: string | null
  title: string | null
}

interface SupportIntent {
  intent_id: GeneratedAlways<number>
  project_id: number
  user_id: number
  org_id: number
  amount: Decimal | null
  remark: string | null
  status: Generated<IntentStatus>
  version: Version
  create_time: CreateTime
}

interface ExecutionIntent {
  intent_id: GeneratedAlways<number>
  project_id: number
  user_id: number
  expert_id: number
  remark: string | null
  status: Generated<IntentStatus>
  version: Version
  create_time: CreateTime
}

interface Meeting extends OptionalColumns<typeof meetingRecord> {
  meeting_id: GeneratedAlways<number>
  business_id: Generated<string>
  project_id: number
  project_name: string
  org_name: string | null
  meeting_name: string
  current_stage: Generated<MeetingStage>
  stage_reason: string | null
  create_user_id: number
  version: Version
  create_time: CreateTime
}

interface MeetingStageChange {
  change_id: GeneratedAlways<number>
  meeting_id: number
  project_id: number
  from_stage: MeetingStage
  to_stage: MeetingStage
  reason: string | null
  user_id: number | null
  create_time: CreateTime
  /** The request whose approval moved the meeting. */
  decision_id: number | null
}

interface MeetingAttendee extends OptionalColumns<typeof attendeeRecord> {
  attendee_id: GeneratedAlways<number>
  meeting_id: number
  user_id: number
  expert_id: number
  name: string
  labor_form: LaborForm
  on_site_photos: Generated<number[]>
  reply: AttendeeReply | null
  reply_reason: string | null
  reply_time: Time | null
  version: Version
  create_time: CreateTime
}

/** View of the references that keep a record from being deleted; its migration explains it. */
export interface RecordReference {
  target: 'account' | 'dimension' | 'expert' | 'organization' | 'project' | 'template'
  target_id: number
  kind: InUseKind
  id: number
  name: string
}

export interface Tables
  extends
    AccountTables,
    AgreementTables,
    AttendanceTables,
    EventTables,
    FactorTables,
    MaterialTables,
    NoticeTables,
    PaymentTables,
    InvoiceDuplicates,
    BotTables,
    DecisionTables,
    LimitTables,
    ProjectTables,
    RecognitionTables,
    IdentityTables,
    VerificationTables,
    VaultTables {
  record_reference: RecordReference
  sys_user: SysUser
  person: Person
  person_import: PersonImport
  person_import_row: PersonImportRow
  expert: Expert
  dict_type: DictType
  dict_data: DictData
  project: Project
  project_sponsor: ProjectSponsor
  biz_project_assign: BizProjectAssign
  project_plan: ProjectPlan
  special_plan: SpecialPlan
  hospital: Hospital
  hospital_name: HospitalName
  publicity_support_intent: PublicitySupportIntent
  publicity_execution_intent: PublicityExecutionIntent
  support_intent: SupportIntent
  execution_intent: ExecutionIntent
  meeting: Meeting
  meeting_stage_change: MeetingStageChange
  meeting_attendee: MeetingAttendee
}
