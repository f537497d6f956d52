import type {
  ChannelState,
  Delivery,
  NoticeLimit,
  NoticeLimitUpdate,
} from '@consilium/contract/notices/deliveries.ts'
import type { Actor } from '../../domain/actor.ts'
import { later } from '../../infra/clock.ts'
import { afterCommit } from '../../infra/db/transactions/after-commit.ts'
import { Refusal } from '../../infra/refusal.ts'
import { listLimits, organizationNames, saveLimit, WHOLE, type Limit } from './limit-repository.ts'
import { defaultLimit, periodsOf } from './limits.ts'
import * as log from './log-repository.ts'
import type { Scope } from './scope.ts'

const DAY_MS = 86_400_000
const LIMITS_LISTED_MAX = 500

const limitView = ({ orgId, perDay, perMonth, ...limit }: Limit): NoticeLimit => ({
  ...limit,
  orgId: orgId === WHOLE ? null : orgId,
  perDay: perDay ?? defaultLimit(limit.channel, orgId, 'day'),
  perMonth: perMonth ?? defaultLimit(limit.channel, orgId, 'month'),
  isDefault: perDay === null,
})

/** What the operator does with channels, limits and what did not arrive. */
export function operatorUseCases({ db, clock, channels }: Scope, wake: () => void) {
  const limits = async (orgId: number | null = null): Promise<NoticeLimit[]> =>
    (await listLimits(db, periodsOf(clock.today()), { orgId, max: LIMITS_LISTED_MAX })).map(limitView)

  return {
    async channelStates(): Promise<{ channels: ChannelState[] }> {
      const rows = await log.channelStates(db, later(clock, -DAY_MS))
      return {
        channels: rows.flatMap((row) => {
          const provider = row.channel === 'portal' ? undefined : channels[row.channel]?.provider
          return provider === undefined ? [] : [{ ...row, provider }]
        }),
      }
    },

    limits: async () => ({ limits: await limits() }),

    /** Of the caller's own organization. */
    async ownLimits({ orgId }: Actor): Promise<{ limits: NoticeLimit[] }> {
      return { limits: orgId === null ? [] : await limits(orgId) }
    },

    async setLimit({ orgId, ...limit }: NoticeLimitUpdate): Promise<NoticeLimit> {
      if (orgId !== null && !(await organizationNames(db, [orgId])).has(orgId)) throw new Refusal('NOT_FOUND')
      await saveLimit(db, { orgId: orgId ?? WHOLE, ...limit })
      const saved = (await limits(orgId ?? WHOLE)).find(({ channel }) => channel === limit.channel)
      if (!saved) throw new Refusal('NOT_FOUND')
      return saved
    },

    async resend(deliveryId: number): Promise<Delivery> {
      if (!(await log.findDelivery(db, deliveryId))) throw new Refusal('NOT_FOUND')
      if (!(await log.requeue(db, deliveryId, clock.wire()))) throw new Refusal('DELIVERY_NOT_REPEATABLE')
      afterCommit(wake)
      return (await log.findDelivery(db, deliveryId))!
    },

    /** By channel, for how long the delivery that was due first has waited, in seconds. */
    waiting: () => log.waitingSeconds(db, clock.wire()),
  }
}
