import { randomUUID } from 'node:crypto'
import type { Bot } from '@consilium/contract/bots/bots.ts'
import type { Actor } from '../../domain/actor.ts'
import { combinedTexts } from '../../infra/channels/bot-text.ts'
import type { Channel, Outcome } from '../../infra/channels/channel.ts'
import { later } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { noteBotDeliveries } from '../deliveries/service.ts'
import { findBot, findRow } from './keeping.ts'
import * as repository from './repository.ts'
import { placeOf, type Scope } from './scope.ts'

const SECOND_MS = 1000
/** Times have whole seconds, so that calls of the last second of a minute count as well. */
const MINUTE_MS = 61 * SECOND_MS
const JUST_NOW_MS = 2 * SECOND_MS
const LEASE_MS = 60 * SECOND_MS
const RETRY_MS = 60 * SECOND_MS
/** Texts that are looked at for one call. */
const AT_ONCE_MAX = 200
const NEVER = new AbortController().signal

const channelOf = ({ channels }: Scope, { channel }: repository.BotRow): Channel => {
  const found = channels[channel]
  if (!found) throw new Error(`There is no channel ${channel}`)
  return found
}

/** How many calls a bot has left now; its row is locked. */
async function roomOf(
  { clock }: Scope,
  trx: Db,
  { botId }: repository.BotRow,
  { rules }: Channel,
): Promise<number> {
  const { perMinute = Infinity, perSecond = Infinity } = rules
  const calls = await repository.callsSince(trx, botId, later(clock, -MINUTE_MS))
  const justNow = later(clock, -JUST_NOW_MS)
  const recent = calls.filter((time) => time > justNow).length
  return Math.max(Math.min(perMinute - calls.length, perSecond - recent), 0)
}

interface Call {
  bot: repository.BotRow
  channel: Channel
  text: string
  noticeIds: number[]
}

/**
 * The next call of a bot: one text while its limit has room for every text that waits, and as many texts as fit together when
 * it has not. Null if nothing may be sent now.
 */
async function takeCall(scope: Scope, botId: number): Promise<Call | null> {
  const { db, clock } = scope
  return inTransaction(db, async (trx) => {
    const bot = await repository.lockBot(trx, botId)
    const now = clock.wire()
    if (!bot?.isOn || (bot.leasedUntil !== null && bot.leasedUntil > now)) return null
    const due = await repository.dueNotices(trx, botId, now, AT_ONCE_MAX)
    const channel = channelOf(scope, bot)
    const room = await roomOf(scope, trx, bot, channel)
    const [first] = due
    if (!first || room === 0) return null
    const texts = due.map(({ text }) => text)
    const isOver = due.length > room
    const text = isOver ? combinedTexts(texts, channel.rules.textBytesMax ?? Infinity)[0]! : first.text
    const taken = isOver ? text.split('\n\n').length : 1
    await repository.insertCall(trx, botId, now)
    await repository.lease(trx, botId, later(clock, LEASE_MS))
    return { bot, channel, text, noticeIds: due.slice(0, taken).map(({ noticeId }) => noticeId) }
  })
}

async function tell(
  scope: Scope,
  { bot, channel, text }: Omit<Call, 'noticeIds'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { keys } = scope
  const { botId, addressCipher, secretCipher } = bot
  return channel.send(
    {
      id: randomUUID(),
      to: keys.open(addressCipher, placeOf('address_cipher', botId)),
      params: {},
      text,
      ...(secretCipher ? { secret: keys.open(secretCipher, placeOf('secret_cipher', botId)) } : {}),
    },
    signal,
  )
}

/** Notes what became of a call: of the bot, of what waited, and in the log. */
async function note({ db, clock }: Scope, { bot, noticeIds }: Call, outcome: Outcome): Promise<void> {
  const { botId } = bot
  const now = clock.wire()
  await inTransaction(db, async (trx) => {
    if (outcome.accepted) {
      await repository.deleteNotices(trx, noticeIds)
      await repository.noteOutcome(trx, botId, { sentTime: now })
      const sent = { state: 'sent', reason: null, dueTime: null, isTried: true } as const
      await noteBotDeliveries(trx, noticeIds, { ...sent, now })
      return
    }
    const { reason } = outcome
    const dueTime = later(clock, Math.max(outcome.retryAfterMs ?? 0, RETRY_MS))
    await repository.putOffNotices(trx, noticeIds, dueTime)
    await repository.noteOutcome(trx, botId, { failure: reason })
    await noteBotDeliveries(trx, noticeIds, { state: 'queued', reason, dueTime, now, isTried: true })
  })
}

/** Sends what is due to one bot until nothing is, or its limit has no room. What is refused waits and is sent again. */
export async function sendDue(scope: Scope, botId: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const call = await takeCall(scope, botId)
    if (!call) return
    await note(scope, call, await tell(scope, call, signal))
  }
}

const GREETING = '机器人已连接：此群将收到会务平台的通知。'

/** Tells the group of a bot that it is connected; the call counts against the limit. */
export async function testBot(scope: Scope, actor: Actor, botId: number): Promise<Bot> {
  const { db, clock } = scope
  const bot = await findRow(db, actor, botId)
  const channel = channelOf(scope, bot)
  await inTransaction(db, async (trx) => {
    await repository.lockBot(trx, botId)
    if ((await roomOf(scope, trx, bot, channel)) === 0)
      throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: MINUTE_MS / SECOND_MS } })
    await repository.insertCall(trx, botId, clock.wire())
  })
  const outcome = await tell(scope, { bot, channel, text: GREETING }, NEVER)
  await repository.noteOutcome(
    db,
    botId,
    outcome.accepted ? { sentTime: clock.wire() } : { failure: outcome.reason },
  )
  if (!outcome.accepted) throw new Refusal('BOT_REFUSED', { params: { reason: outcome.reason } })
  return findBot(scope, actor, botId)
}
