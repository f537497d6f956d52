import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { MessageKind } from '@consilium/contract/messages/messages.ts'
import type { EventKind } from '@consilium/contract/overviews/overviews.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
type CreateTime = ColumnType<Time, Time | undefined, never>
type Json<T> = ColumnType<T, string, string>

/** What happened, a row for each event of the contract. */
interface EventTable {
  event_id: GeneratedAlways<number>
  /** The order in which readers see events; null until the commit is known. */
  place: number | null
  name: string
  version: number
  /** The record of the kind that the event declares. */
  record_id: number
  /** The account that caused it; null for the platform itself. No reference, since the event outlives the account. */
  actor_id: number | null
  fields: Json<Record<string, unknown>>
  create_time: CreateTime
}

/** How far each reader has come. */
interface EventReader {
  reader: string
  place: Generated<number>
}

/** What a time line shows; its migration explains it. */
interface TimelineEntry {
  entry_id: GeneratedAlways<number>
  kind: EventKind
  record_id: number
  project_id: number | null
  meeting_id: number | null
  time: Time
  user_id: number | null
  subject: string | null
  from_stage: MeetingStage | null
  to_stage: MeetingStage | null
  check_id: MeetingCheck | null
  outcome: 'approved' | 'refused' | null
  reason: string | null
  /** Absent people in whose place it was decided. */
  for_user_ids: Generated<number[]>
}

/** A signal to the nodes that waits for a notifier. */
interface NodeSignal {
  signal_id: GeneratedAlways<number>
  payload: string
}

interface MessageTable {
  msg_id: GeneratedAlways<number>
  user_id: number
  kind: MessageKind
  params: Json<Record<string, string>>
  link_resource: string | null
  link_id: number | null
  read_time: Time | null
  create_time: CreateTime
}

interface IdempotencyRecord {
  scope: string
  idempotency_key: string
  request_hash: Buffer
  answer: ColumnType<unknown, string, never>
  create_time: ColumnType<Time, Time | undefined, Time>
}

export interface EventTables {
  message: MessageTable
  idempotency_record: IdempotencyRecord
  event: EventTable
  event_reader: EventReader
  node_signal: NodeSignal
  timeline_entry: TimelineEntry
}
