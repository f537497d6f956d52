import type { BotChannel, BotKind } from '@consilium/contract/bots/bots.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = string
type CreateTime = ColumnType<Time, Time | undefined, never>

interface OrganizationBot {
  bot_id: Generated<number>
  org_id: number
  channel: BotChannel
  name: string
  address_cipher: Buffer
  secret_cipher: Buffer | null
  host: string
  tail: string
  kinds: BotKind[]
  quiet_from: string | null
  quiet_until: string | null
  is_on: Generated<boolean>
  sent_time: Time | null
  failure: string | null
  leased_until: Time | null
  version: Generated<number>
  create_time: CreateTime
}

interface BotNotice {
  notice_id: GeneratedAlways<number>
  bot_id: number
  text: string
  due_time: Time
  attempts: Generated<number>
}

interface BotCall {
  call_id: GeneratedAlways<number>
  bot_id: number
  call_time: Time
}

export interface BotTables {
  organization_bot: OrganizationBot
  bot_notice: BotNotice
  bot_call: BotCall
}
