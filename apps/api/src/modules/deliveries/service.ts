import {
  UNREACHED_MAX,
  type Delivery,
  type DeliveryQuery,
  type Receipt,
  type Unreached,
} from '@consilium/contract/notices/deliveries.ts'
import type { NoticeTest } from '@consilium/contract/notices/templates.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Channels } from '../../infra/channels/channel.ts'
import { later } from '../../infra/clock.ts'
import type { Db } from '../../infra/db/db.ts'
import { afterCommit } from '../../infra/db/transactions/after-commit.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Sms } from '../../infra/sms.ts'
import { mailsOf } from '../accounts/service.ts'
import type { Messages } from '../messages/service.ts'
import { purgeCounts } from './limit-repository.ts'
import * as log from './log-repository.ts'
import { loggedSms } from './logged-sms.ts'
import { operatorUseCases } from './operating.ts'
import { takeReceipts } from './receipts.ts'
import type { Scope } from './scope.ts'
import { startSender, type Sender } from './sending.ts'
import { sendTest } from './testing.ts'
import { writeDeliveries, type Raised } from './writing.ts'

const DAY_MS = 86_400_000
/** What was sent to whom is kept as long as the log of operations must be (Cybersecurity Law of China, article 21). */
export const DELIVERIES_KEPT_DAYS = 183

export { reachesMeeting } from './log-repository.ts'
export { insertBotDeliveries, noteBotDeliveries } from './bot-log-repository.ts'

/** Experts of a meeting whom nothing reaches outside of the portal. */
async function findUnreached(
  scope: Scope,
  actor: Actor,
  meetingId: number,
): Promise<{ attendees: Unreached[] }> {
  const { db, clock, channels } = scope
  if (!(await log.reachesMeeting(db, actor, meetingId))) throw new Refusal('NOT_FOUND')
  const found = await log.attending(db, meetingId, { now: clock.wire(), max: UNREACHED_MAX })
  const addresses = await scope.addressesOf(db, found)
  const isReached = ({ userId, isRefused }: log.Attending): boolean => {
    const { sms, mail } = addresses.get(userId) ?? {}
    const isTexted = channels.sms !== undefined && sms !== undefined && !isRefused
    return isTexted || (channels.mail !== undefined && mail !== undefined)
  }
  return {
    attendees: found.filter((each) => !isReached(each)).map(({ attendeeId, name }) => ({ attendeeId, name })),
  }
}

/** How notices leave the portal: their deliveries, what became of them, and how many there may be. */
export function createDeliveries(
  context: Pick<Context, 'config' | 'db' | 'clock' | 'keys' | 'log'>,
  { channels, messages }: { channels: Channels; messages: Pick<Messages, 'send'> },
) {
  const { db, clock } = context
  const addressesOf: Scope['addressesOf'] = async (within, accounts) => {
    const mails = await mailsOf(
      context,
      within,
      accounts.map(({ userId }) => userId),
    )
    return new Map(
      accounts.map(({ userId, phone }) => {
        const mail = mails.get(userId)
        return [
          userId,
          { ...(phone === null ? {} : { sms: phone }), ...(mail === undefined ? {} : { mail }) },
        ]
      }),
    )
  }
  const scope: Scope = { ...context, channels, messages, addressesOf }
  let sender: Sender | null = null

  return {
    ...operatorUseCases(scope, () => sender?.wake()),

    /** Text messages of accounts, logged among the deliveries. */
    logged: (sms: Sms): Sms => loggedSms(scope, sms),

    /** Writes the deliveries of notices in the transaction of their reader, and sends them after its commit. */
    async write(trx: Db, notices: readonly Raised[]): Promise<void> {
      if (await writeDeliveries(scope, trx, notices)) afterCommit(() => sender?.wake())
    },

    test: (actor: Actor, given: NoticeTest) => sendTest(scope, actor, given),

    /** Sends on this node until it is closed. */
    start(): Sender {
      sender = startSender(scope)
      return sender
    },

    list: (actor: Actor, query: DeliveryQuery): Promise<Page<Delivery>> =>
      log.listDeliveries(db, actor, query),

    unreached: (actor: Actor, meetingId: number) => findUnreached(scope, actor, meetingId),
    receipt: (to: { provider: string; secret: string }, receipts: readonly Receipt[]) =>
      takeReceipts(scope, to, receipts),

    async purge(): Promise<void> {
      await log.purgeDeliveries(db, later(clock, -DELIVERIES_KEPT_DAYS * DAY_MS))
      await purgeCounts(db, clock.today())
    },
  }
}

export type Deliveries = ReturnType<typeof createDeliveries>
