import type { CodePurpose } from '@consilium/contract/login/verification.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
type CreateTime = ColumnType<Time, Time | undefined, never>

interface LoginFailure {
  name_hash: Buffer
  source_hash: Buffer
  failures: number
  locked_until: Time
  forget_time: Time
}

interface KnownSource {
  user_id: number
  source_hash: Buffer
  last_time: Time
}

interface PhoneChange {
  user_id: number
  phone: string
  start_user_id: number | null
  create_time: CreateTime
}

interface AccountMail {
  user_id: number
  address_cipher: Buffer | null
  confirm_time: Time | null
  /** Proposed, until the link that was sent to it is opened. */
  pending_cipher: Buffer | null
  token_hash: Buffer | null
  token_until: Time | null
  unreachable_time: Time | null
}

interface AccountMailFailure {
  failure_id: GeneratedAlways<number>
  user_id: number
  failure_time: Time
}

interface MachineKey {
  key_id: GeneratedAlways<number>
  user_id: number
  key_hash: Buffer
  create_user_id: number | null
  create_time: CreateTime
  expire_time: Time
  last_used_time: Time | null
}

interface ManagerPortfolio {
  user_id: number
  org_id: number
}

interface SpentProof {
  proof_hash: Buffer
  expire_time: Time
}

interface VerificationCode {
  code_id: GeneratedAlways<number>
  message_id: string
  phone: string
  purpose: CodePurpose
  requester: string
  code_hash: Buffer
  attempts: Generated<number>
  expire_time: Time
  create_time: CreateTime
}

interface SmsQuota {
  scope: Buffer
  sent_day: string
  sent_count: number
  last_time: Time
}

/** Filters and columns of a list under a name, of one account. */
interface ListView {
  view_id: GeneratedAlways<number>
  user_id: number
  list: string
  name: string
  query: string
  columns: string[]
  create_time: CreateTime
}

export interface AccountTables {
  machine_key: MachineKey
  manager_portfolio: ManagerPortfolio
  list_view: ListView
  login_failure: LoginFailure
  known_source: KnownSource
  phone_change: PhoneChange
  account_mail: AccountMail
  account_mail_failure: AccountMailFailure
  spent_proof: SpentProof
  verification_code: VerificationCode
  sms_quota: SmsQuota
}
