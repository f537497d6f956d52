import type { Context } from '../../context.ts'
import type { Channels } from '../../infra/channels/channel.ts'
import type { PersonalChannel } from '@consilium/contract/notices/notice-kinds.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Messages } from '../messages/service.ts'

/** The addresses at which an account is reached. */
export type Addresses = Partial<Record<PersonalChannel, string>>

/** What the use cases on deliveries work with. */
export interface Scope extends Pick<Context, 'config' | 'db' | 'clock' | 'keys' | 'log'> {
  channels: Channels
  messages: Pick<Messages, 'send'>
  /** By account. */
  addressesOf(
    within: Db,
    accounts: readonly { userId: number; phone: string | null }[],
  ): Promise<ReadonlyMap<number, Addresses>>
}
