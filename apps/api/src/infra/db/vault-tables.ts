import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string

interface OperLog {
  oper_id: GeneratedAlways<number>
  operation: string
  user_id: number | null
  user_name: string | null
  target: string | null
  http_status: number
  error: string | null
  ip: string | null
  request_id: string
  oper_time: Generated<Time>
  chain_position: number | null
  chain_hash: Buffer | null
}

interface OperLogStart {
  is_only: Generated<boolean>
  chain_position: number
  chain_hash: Buffer
  mac: Buffer
  purge_time: Generated<Time>
}

interface RateCount {
  key_hash: Buffer
  calls: number
  window_ends: Time
}

interface StoredFile {
  file_id: Generated<number>
  storage_key: string
  original_name: string
  media_type: string
  size: number
  sha256: Buffer
  file_key: Buffer | null
  personal: Generated<boolean>
  create_user_id: number | null
  /** Since when an upload waits for a record to refer to it. */
  unused_since: Time | null
  create_time: ColumnType<Time, Time | undefined, never>
}

interface StagedFile {
  file_id: number
  storage_key: string
  is_abandoned: Generated<boolean>
  create_time: ColumnType<Time, undefined, never>
}

interface KeyCanary {
  key_id: string
  sealed: Buffer
  create_time: ColumnType<Time, Time | undefined, never>
}

interface DailyCount {
  scope_hash: Buffer
  day: string
  amount: number
}

/** Texts that large tables are searched by, kept by triggers. The same one may be there twice. */
interface SearchedText {
  text_id: GeneratedAlways<number>
  value: string
}

/** Tables of files, encryption keys, the operation log, counters, and texts that are searched. */
export interface VaultTables {
  searched_text: SearchedText
  oper_log: OperLog
  oper_log_start: OperLogStart
  rate_count: RateCount
  stored_file: StoredFile
  staged_file: StagedFile
  key_canary: KeyCanary
  daily_count: DailyCount
}
