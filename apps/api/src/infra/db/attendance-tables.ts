import type { MarkKind, MarkMethod, PresenceFlag } from '@consilium/contract/attendance/presence.ts'
import type { ConferenceState } from '@consilium/contract/attendance/conference.ts'
import type { SignatureMode } from '@consilium/contract/attendance/sign-in.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
type Decimal = string

interface SignInSettingTable {
  meeting_id: number
  signature: Generated<SignatureMode>
  /** Degrees, WGS 84. */
  latitude: Decimal | null
  longitude: Decimal | null
  version: Generated<number>
}

interface SignInScreenTable {
  screen_id: GeneratedAlways<number>
  meeting_id: number
  token_hash: Buffer
  create_user_id: number | null
  create_time: ColumnType<Time, Time, never>
  ended_time: Time | null
}

interface SignInCodeTable {
  code_hash: Buffer
  screen_id: number
  step: number
}

interface SignInTicketTable {
  ticket_id: GeneratedAlways<number>
  ticket_hash: Buffer
  meeting_id: number
  step: number
  phone: string | null
  user_id: number | null
  expire_time: Time
}

interface AttendanceMarkTable {
  mark_id: GeneratedAlways<number>
  meeting_id: number
  attendee_id: number
  kind: MarkKind
  method: MarkMethod
  mark_time: Time
  device_hash: Buffer | null
  network: string | null
  step: number | null
  distance: number | null
  clock_offset: number | null
  entry_key: string | null
  recorded_by: number | null
  reason: string | null
  photo_file_id: number | null
  handsign_file_id: number | null
  replaced_by: number | null
  conference_row_id: number | null
  create_time: ColumnType<Time, Time, never>
}

interface AttendanceReviewTable {
  attendee_id: number
  review: 'accepted' | 'rejected'
  flags: ColumnType<PresenceFlag[], PresenceFlag[], PresenceFlag[]>
  seen_mark_id: number
  reason: string
  reviewed_by: number
  reviewed_time: Time
}

interface ConferenceRowTable {
  row_id: GeneratedAlways<number>
  meeting_id: number
  row_key: Buffer
  row_number: number
  nickname: string
  role: string | null
  first_in: Time
  last_out: Time
  stay_seconds: number | null
  state: ConferenceState
  create_user_id: number | null
  create_time: ColumnType<Time, Time, never>
}

/** The tables of signing in at meetings. */
export interface AttendanceTables {
  sign_in_setting: SignInSettingTable
  sign_in_screen: SignInScreenTable
  sign_in_code: SignInCodeTable
  sign_in_ticket: SignInTicketTable
  attendance_mark: AttendanceMarkTable
  attendance_review: AttendanceReviewTable
  conference_row: ConferenceRowTable
}
