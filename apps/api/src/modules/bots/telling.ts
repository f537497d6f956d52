import type { BotKind } from '@consilium/contract/bots/bots.ts'
import type { Db } from '../../infra/db/db.ts'
import { insertBotDeliveries } from '../deliveries/service.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const DAY_MS = 86_400_000
const DAY_LENGTH = 'yyyy-MM-dd'.length

/** When something that happens at a time (`yyyy-MM-dd HH:mm:ss`) may be told: at once, or when the quiet hours end. */
export function toldAt(now: string, from: string | null, until: string | null): string {
  if (from === null || until === null || from === until) return now
  const time = now.slice(DAY_LENGTH + 1, DAY_LENGTH + 6)
  const isOverNight = from > until
  const isQuiet = isOverNight ? time >= from || time < until : time >= from && time < until
  if (!isQuiet) return now
  const day = now.slice(0, DAY_LENGTH)
  const endsTomorrow = isOverNight && time >= from
  const tomorrow = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, DAY_LENGTH)
  return `${endsTomorrow ? tomorrow : day} ${until}:00`
}

/** What the groups of organizations are told of a meeting. */
export interface GroupNotice {
  orgIds: readonly number[]
  kind: BotKind
  meetingId: number
  text: string
}

/** Writes a text for the bots of these organizations that are told of its kind, in the transaction of a reader. */
export async function writeNotices(
  { clock }: Scope,
  trx: Db,
  { orgIds, kind, meetingId, text }: GroupNotice,
): Promise<number[]> {
  const bots = await repository.botsToTell(trx, orgIds, kind)
  const now = clock.wire()
  const told = bots.map((bot) => ({ bot, dueTime: toldAt(now, bot.quietFrom, bot.quietUntil) }))
  const noticeIds = await repository.insertNotices(
    trx,
    told.map(({ bot: { botId }, dueTime }) => ({ bot_id: botId, text, due_time: dueTime })),
  )
  await insertBotDeliveries(
    trx,
    told.map(({ bot: { botId, orgId, channel, name: group }, dueTime }, place) => ({
      noticeId: noticeIds[place]!,
      botId,
      orgId,
      channel,
      kind,
      group,
      meetingId,
      dueTime,
      createTime: now,
    })),
  )
  return bots.map(({ botId }) => botId)
}
