import type { BotCreate, BotUpdate } from '@consilium/contract/bots/bots.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { later } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { noteBotDeliveries } from '../deliveries/service.ts'
import { createBot, listBots, removeBot, updateBot } from './keeping.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { sendDue, testBot } from './sending.ts'
import { writeNotices, type GroupNotice } from './telling.ts'

const LOOK_EVERY_MS = 5000
const DAY_MS = 86_400_000
/** What a bot has not taken for so long is no news any more. */
const KEPT_DAYS = 3
const JOB = { name: 'bot-notices', expireSeconds: 120, concurrency: 4 } as const

/** Bots of groups that organizations keep, and what their groups are told. */
export function createBots(context: Context) {
  const { channels, clock, config, db, keys, log, jobs } = context
  const scope: Scope = { channels, clock, config, db, keys, log }
  const queue = jobs.queue<{ botId: number }>({
    ...JOB,
    handler: ({ botId }, { signal }) => sendDue(scope, botId, signal),
  })

  return {
    list: (actor: Actor) => listBots(scope, actor),
    create: (actor: Actor, body: BotCreate) => createBot(scope, actor, body),
    update: (actor: Actor, body: BotUpdate) => updateBot(scope, actor, body),
    remove: (actor: Actor, botId: number) => removeBot(scope, actor, botId),
    test: (actor: Actor, botId: number) => testBot(scope, actor, botId),

    /** Tells the groups of these organizations, in the transaction of a reader; it is sent after the commit. */
    async tell(trx: Db, notice: GroupNotice): Promise<void> {
      const botIds = await writeNotices(scope, trx, notice)
      await queue.send(
        trx,
        botIds.map((botId) => ({ botId })),
      )
    },

    /** Looks for what fell due: after quiet hours, a full minute or a refusal. */
    start(): { close: () => void } {
      const look = async () => {
        for (const botId of await repository.botsWithDue(db, clock.wire())) await queue.send(db, [{ botId }])
      }
      const timer = setInterval(() => void look().catch((error: unknown) => log.error(error)), LOOK_EVERY_MS)
      timer.unref()
      return { close: () => clearInterval(timer) }
    },

    /** Gives up what a group has not taken for days. */
    purge: (): Promise<void> =>
      inTransaction(db, async (trx) => {
        const noticeIds = await repository.purgeNotices(trx, later(clock, -KEPT_DAYS * DAY_MS))
        const given = { state: 'failed', reason: 'TOO_LATE', dueTime: null, isTried: false } as const
        await noteBotDeliveries(trx, noticeIds, { ...given, now: clock.wire() })
      }),
  }
}

export type Bots = ReturnType<typeof createBots>
