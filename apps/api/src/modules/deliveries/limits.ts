import { DEFAULT_LIMITS } from '@consilium/contract/notices/deliveries.ts'
import { isRequired, type PersonalChannel } from '@consilium/contract/notices/notice-kinds.ts'
import type { Db } from '../../infra/db/db.ts'
import * as repository from './limit-repository.ts'
import type { Scope } from './scope.ts'
import type { Claimed } from './sending-repository.ts'
import { administrators } from '../accounts/service.ts'

/** Parts of a limit, in percent, at which the operator is told. */
export const TOLD_AT = [80, 100] as const
const PERCENT = 100

export const periodsOf = (today: string): repository.Periods => ({
  day: today,
  month: `${today.slice(0, 'yyyy-MM'.length)}-01`,
})

export const defaultLimit = (channel: PersonalChannel, orgId: number, period: 'day' | 'month'): number => {
  const { perDay, perMonth } = DEFAULT_LIMITS[channel][orgId === repository.WHOLE ? 'whole' : 'organization']
  return period === 'day' ? perDay : perMonth
}

type Counted = repository.Count & { limit: number }

/** Reminders and whatever may be switched off stop at the limit. */
const stopsAtLimit = ({ kind, isReminder }: Pick<Claimed, 'kind' | 'isReminder'>): boolean =>
  isReminder || kind === 'digest' || !isRequired(kind)

/** Tells the administrators, once for each part of a limit. */
async function tellOperator(
  { messages }: Scope,
  trx: Db,
  channel: PersonalChannel,
  counts: readonly Counted[],
): Promise<void> {
  const reached = counts.flatMap((count) => {
    const percent = TOLD_AT.findLast(
      (part) => count.sent * PERCENT >= count.limit * part && count.told < part,
    )
    return percent === undefined ? [] : [{ count, percent }]
  })
  if (reached.length === 0) return
  const names = await repository.organizationNames(
    trx,
    reached.map(({ count }) => count.orgId),
  )
  const operators = await administrators(trx)
  for (const { count, percent } of reached) {
    count.told = percent
    const params = {
      scope: names.get(count.orgId) ?? '',
      channel,
      period: count.period,
      percent: String(percent),
      limit: String(count.limit),
    }
    for (const userId of operators)
      await messages.send(trx, { userId, kind: 'noticeLimit', params, link: null })
  }
}

/**
 * Counts what is sent for the first time, under locks of the counts, and returns those for which there is no room. `always` is
 * counted and goes out whatever the limit says.
 */
export async function takeRoom(
  scope: Scope,
  trx: Db,
  channel: PersonalChannel,
  deliveries: readonly (Pick<Claimed, 'deliveryId' | 'orgId' | 'kind' | 'isReminder'> & { always?: true })[],
): Promise<ReadonlySet<number>> {
  const refused = new Set<number>()
  if (deliveries.length === 0) return refused
  const periods = periodsOf(scope.clock.today())
  const orgIds = [...new Set([repository.WHOLE, ...deliveries.flatMap(({ orgId }) => orgId ?? [])])]
  const locked = await repository.lockCounts(trx, channel, orgIds, periods)
  const counts: Counted[] = locked.map((count) => ({
    ...count,
    limit: count.limit ?? defaultLimit(channel, count.orgId, count.period),
  }))
  for (const delivery of deliveries) {
    const own = counts.filter(({ orgId }) => orgId === repository.WHOLE || orgId === delivery.orgId)
    const isFull = own.some(({ sent, limit }) => sent >= limit)
    if (isFull && !delivery.always && stopsAtLimit(delivery)) refused.add(delivery.deliveryId)
    else for (const count of own) count.sent += 1
  }
  await tellOperator(scope, trx, channel, counts)
  await repository.saveCounts(trx, channel, counts, periods)
  return refused
}
