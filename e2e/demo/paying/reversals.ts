import { cashDifferenceRoutes } from '@consilium/contract/payments/cash-differences.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import type { Calendar } from '../calendar.ts'
import type { MeetingThere } from '../meetings.ts'
import type { OrganizationThere } from '../organizations.ts'
import { ofPairs } from '../plan/plan-pairs.ts'
import { readAll, unlessThere, type Player } from '../platform.ts'

const REASON = '协议系补签'

const attendeeOf = (meeting: MeetingThere, expert: number): number | undefined =>
  meeting.attendees.get(expert)?.attendeeId

/** Two fees of one person, by attendee. */
export interface Pair {
  earlier: number
  later: number
}

/** People with two fees of one payer, which are paid in one month, so that the tax of one depends on the other. */
export function pairsOf(meetings: readonly MeetingThere[], payer: OrganizationThere | undefined): Pair[] {
  const own = meetings.filter(({ executor }) => executor === payer)
  const planned = ofPairs(own.map((meeting) => meeting.planned))
  const there = new Map(own.map((meeting) => [meeting.planned, meeting]))
  return planned.flatMap(({ earlier, later, expert }) => {
    const [one, other] = [there.get(earlier), there.get(later)]
    const first = one && attendeeOf(one, expert)
    const second = other && attendeeOf(other, expert)
    return first !== undefined && second !== undefined ? [{ earlier: first, later: second }] : []
  })
}

const entriesOf = (player: Player) => readAll((query) => player.call(paymentRoutes.list, { query }))

/** Pays both fees of each pair on the last day of the last month. */
export async function payPairs(player: Player, pairs: readonly Pair[], paidDate: string): Promise<void> {
  const known = new Set((await entriesOf(player)).map(({ attendeeId }) => attendeeId))
  for (const { earlier, later } of pairs)
    for (const attendeeId of [earlier, later]) {
      if (known.has(attendeeId)) continue
      const body = { attendeeId, paidDate, reason: REASON }
      await unlessThere('FEE_RULE_MISSING', player.call(paymentRoutes.record, { body }))
    }
}

/**
 * The earlier payments came back after the month was filed: corrections of the month, and what is owed to people or to be
 * collected from them, of which one is settled.
 */
export async function reversePairs(
  player: Player,
  pairs: readonly Pair[],
  calendar: Calendar,
): Promise<void> {
  const earlier = new Set(pairs.map((pair) => pair.earlier))
  for (const { entryId, attendeeId, isLive, kind } of await entriesOf(player))
    if (kind === 'payment' && isLive && earlier.has(attendeeId))
      await player.call(paymentRoutes.reverse, { body: { entryId, reason: '银行退回' } })
  const differences = await player.call(cashDifferenceRoutes.list, { query: {} })
  const [line, ...others] = differences.rows
  if (!line || others.length === 0 || differences.rows.some(({ settledDate }) => settledDate !== null)) return
  const body = { lineId: line.lineId, settledDate: calendar.date(0), note: '银行转账结清' }
  await player.call(cashDifferenceRoutes.settle, { body })
}
