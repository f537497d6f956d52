import type { ReminderKind } from '@consilium/contract/notices/reminder-rules.ts'
import type { DeliveryState, NoticeChannel, NoticeMode } from '@consilium/contract/notices/notice-kinds.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
/** `yyyy-MM-dd`. */
type Day = string
type Json<T> = ColumnType<T, string, string>

interface NoticePreference {
  user_id: number
  kind: string
  mode: NoticeMode
  sms: boolean
  mail: boolean
}

/** Quiet hours in minutes of the day. */
interface NoticeSetting {
  user_id: number
  quiet_from: number
  quiet_until: number
  language: 'zh-CN' | 'en'
}

interface NoticeTemplate {
  kind: string
  version: number
  zh: string
  en: string
  create_user_id: number | null
  create_time: Time
}

interface NoticeLink {
  code: string
  user_id: number
  resource: string
  record_id: number
  expire_time: Time
}

/** A notice on its way through one channel; the migration explains the columns. */
interface Delivery {
  delivery_id: GeneratedAlways<number>
  gateway_id: Generated<string>
  msg_id: number | null
  kind: string
  user_id: number | null
  org_id: number | null
  meeting_id: number | null
  attendee_id: number | null
  channel: NoticeChannel
  bot_id: number | null
  bot_notice_id: number | null
  is_reminder: Generated<boolean>
  template_version: number | null
  params: Json<Record<string, string>>
  link_code: string | null
  state: DeliveryState
  reason: string | null
  attempts: Generated<number>
  due_time: Time | null
  leased_until: Time | null
  digest_id: number | null
  digest_day: Day | null
  provider: string | null
  provider_id: string | null
  create_time: Time
  sent_time: Time | null
  settled_time: Time | null
  units: Generated<number>
}

interface DeliveryCount {
  org_id: number
  channel: string
  period: 'day' | 'month'
  starts: Day
  sent: Generated<number>
  told: Generated<number>
}

interface DeliveryLimit {
  org_id: number
  channel: 'sms' | 'mail'
  per_day: number
  per_month: number
}

interface ReminderRule {
  rule_id: GeneratedAlways<number>
  kind: ReminderKind
  valid_from: Day
  is_on: boolean
  first_after: number
  every_hours: number | null
  at_most: number
  create_user_id: number | null
  create_time: ColumnType<Time, Time | undefined, never>
}

interface ReminderWatch {
  watch_id: GeneratedAlways<number>
  kind: ReminderKind
  record_id: number
  part: Generated<string>
  anchor_time: Time
  rule_id: number | null
  next_number: Generated<number>
  next_time: Time | null
}

interface Reminder {
  reminder_id: GeneratedAlways<number>
  kind: ReminderKind
  record_id: number
  part: Generated<string>
  user_id: number
  number: number
  by_hand: boolean
  create_time: Time
}

export interface NoticeTables {
  notice_preference: NoticePreference
  notice_setting: NoticeSetting
  notice_link: NoticeLink
  notice_template: NoticeTemplate
  delivery: Delivery
  delivery_count: DeliveryCount
  delivery_limit: DeliveryLimit
  reminder_rule: ReminderRule
  reminder_watch: ReminderWatch
  reminder: Reminder
}
