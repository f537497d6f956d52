import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
type CreateTime = ColumnType<Time, Time | undefined, Time>

export interface SysSession {
  session_id: GeneratedAlways<number>
  token_hash: Buffer
  user_id: number
  create_time: ColumnType<Time, Time | undefined, never>
  /** Extended by every use, up to `end_time`. */
  expire_time: Time
  end_time: Time
  last_used_time: Generated<Time>
  address: string | null
  device: string | null
  /** Time of the last confirmation by password or SMS code in this session. */
  first_factor_time: Time | null
  second_factor_time: Time | null
  /** Time when an SMS code confirmed the phone of the session's user. */
  code_time: Time | null
}

/** The address at which a calendar reads the meetings of an expert; the token in it is kept as a hash only. */
interface CalendarFeed {
  user_id: number
  token_hash: Buffer
  create_time: CreateTime
}

interface TotpFactor {
  user_id: number
  secret_cipher: Buffer
  last_step: Generated<number>
  confirmed_time: Time | null
  create_time: CreateTime
}

interface RecoveryCode {
  user_id: number
  code_hash: Buffer
  used_time: Time | null
  create_time: CreateTime
}

interface Passkey {
  passkey_id: GeneratedAlways<number>
  user_id: number
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: Generated<string[]>
  user_handle: string
  name: string
  is_backed_up: Generated<boolean>
  last_used_time: Time | null
  create_time: CreateTime
}

export type ChallengePurpose = 'login' | 'passkeyLogin' | 'enrolment' | 'confirmation'

interface FactorChallenge {
  challenge_hash: Buffer
  purpose: ChallengePurpose
  user_id: number | null
  session_id: number | null
  tries: Generated<number>
  expire_time: Time
}

interface FactorFailure {
  user_id: number
  failures: number
  window_ends: Time
}

export interface FactorTables {
  calendar_feed: CalendarFeed
  sys_session: SysSession
  totp_factor: TotpFactor
  recovery_code: RecoveryCode
  passkey: Passkey
  factor_challenge: FactorChallenge
  factor_failure: FactorFailure
}
