import { setTimeout as delay } from 'node:timers/promises'
import {
  isUrgent,
  PERSONAL_CHANNELS,
  type PersonalChannel,
} from '@consilium/contract/notices/notice-kinds.ts'
import { PARAM_INVALID, type Channel, type Outcome } from '../../infra/channels/channel.ts'
import { later } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { coalesced } from '../../infra/db/signals/notifier.ts'
import { apartFromTransactions } from '../../infra/db/transactions/request-transaction.ts'
import { noteMailRefused } from '../accounts/service.ts'
import { quietUntil } from '../notices/service.ts'
import { compose } from './composing.ts'
import { takeRoom } from './limits.ts'
import type { Scope } from './scope.ts'
import * as repository from './sending-repository.ts'
import type { Claimed, Result } from './sending-repository.ts'
import { unitsOf } from './units.ts'
import { quietHoursOf } from './writing.ts'

/** Deliveries that a node sends at once over one channel, so that one that hangs holds no other channel. */
const SENT_AT_ONCE = 20
/** Longer than a try may take, so that no two nodes send one delivery while both live. */
const LEASE_SECONDS = 60
const TRY_SECONDS = 30
export const ATTEMPTS_MAX = 10
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 3_600_000
/** Results that come within so long are noted, and their places filled, in one transaction each. */
const GATHERED_MS = 15
/** A node that is busy all the time rests so long, since requests go before notices. */
const LONGEST_REST_MS = 400
/** A node that is busy for a smaller share of its time does not rest. */
const BUSY_SHARE = 0.2
/** Finds what falls due, and what another node wrote or left. */
const LOOK_EVERY_MS = 2000
const SECOND_MS = 1000

type Ready = Claimed & { to: string }

const suppressed = (deliveryId: number, reason: string): Result => ({
  deliveryId,
  state: 'suppressed',
  reason,
  dueTime: null,
  provider: null,
  providerId: null,
  units: 0,
})

/** Takes what is due and may go out now; what may not is put off or suppressed in the same transaction. */
async function take(
  scope: Scope,
  channel: PersonalChannel,
  limit: number,
): Promise<{ ready: Ready[]; taken: number }> {
  const { db, clock } = scope
  return inTransaction(db, async (trx) => {
    const now = clock.wire()
    const claimed = await repository.claimDue(trx, { channel, now, limit, leaseSeconds: LEASE_SECONDS })
    const results: Result[] = []
    const able: Ready[] = []
    const addresses = await scope.addressesOf(trx, claimed)
    for (const delivery of claimed) {
      const { deliveryId, kind, told } = delivery
      const held = kind !== 'digest' && isUrgent(kind) ? null : quietUntil(now, quietHoursOf(delivery))
      const to = addresses.get(delivery.userId)?.[channel]
      if (!delivery.isActive || (kind !== 'digest' && told === null))
        results.push(suppressed(deliveryId, 'GONE'))
      else if (to === undefined) results.push(suppressed(deliveryId, 'NO_ADDRESS'))
      else if (held !== null) await repository.putOff(trx, deliveryId, held)
      else able.push({ ...delivery, to })
    }
    const first = able.filter(({ attempts }) => attempts === 1)
    const refused = await takeRoom(scope, trx, channel, first)
    for (const deliveryId of refused) results.push(suppressed(deliveryId, 'LIMIT'))
    await repository.noteResults(trx, results, now)
    return { ready: able.filter(({ deliveryId }) => !refused.has(deliveryId)), taken: claimed.length }
  })
}

const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS)

/** What becomes of a delivery after a try. */
export function resultOf(
  { deliveryId, attempts }: Pick<Claimed, 'deliveryId' | 'attempts'>,
  outcome: Outcome,
  { clock, provider, units }: { clock: Scope['clock']; provider: string; units: number },
): Result {
  if (outcome.accepted)
    return {
      deliveryId,
      state: 'sent',
      reason: null,
      dueTime: null,
      provider: outcome.provider ?? provider,
      providerId: outcome.providerId ?? null,
      units,
    }
  const { reason, final, retryAfterMs = 0 } = outcome
  if (reason.startsWith(PARAM_INVALID)) return { ...suppressed(deliveryId, reason), provider }
  const isOver = final || attempts >= ATTEMPTS_MAX
  return {
    deliveryId,
    state: isOver ? 'failed' : 'queued',
    reason,
    dueTime: isOver ? null : later(clock, Math.max(retryAfterMs, pauseAfter(attempts))),
    provider,
    providerId: null,
    units: 0,
  }
}

/** A mail server that refuses a recipient for good counts against the address. */
async function noteRefusal(scope: Scope, { userId }: Ready, outcome: Outcome): Promise<void> {
  if (outcome.accepted || !outcome.final || outcome.reason.startsWith(PARAM_INVALID)) return
  await inTransaction(scope.db, (trx) => noteMailRefused(scope, trx, userId))
}

/** How long a node rests before it sends more, by the share of its time that it was busy since the last rest. */
const restFor = (busyShare: number): number =>
  (LONGEST_REST_MS * Math.max(0, busyShare - BUSY_SHARE)) / (1 - BUSY_SHARE)

/** Sends over one channel: takes as much as it has room for, and notes results together. */
function createLane(scope: Scope, channel: Channel & { name: PersonalChannel }, stopping: AbortSignal) {
  const { db, clock, log } = scope
  const inFlight = new Set<Promise<void>>()
  const results: Result[] = []

  let restedAt = performance.eventLoopUtilization()

  const noting = coalesced(async () => {
    const { utilization } = performance.eventLoopUtilization(restedAt)
    await delay(GATHERED_MS + restFor(utilization))
    restedAt = performance.eventLoopUtilization()
    const noted = results.splice(0)
    try {
      await repository.noteResults(db, noted, clock.wire())
    } catch (error) {
      // They stay leased and are sent again with the same ids.
      log.error(error)
    }
    taking.ask()
  })

  async function send(delivery: Ready): Promise<void> {
    try {
      const message = await compose(scope, channel.name, delivery, delivery.to)
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TRY_SECONDS * SECOND_MS)])
      const outcome = await channel.send(message, signal).catch((error: unknown): Outcome => ({
        accepted: false,
        final: false,
        reason: error instanceof Error ? error.name : 'failed',
      }))
      if (stopping.aborted && !outcome.accepted) return
      if (channel.name === 'mail') await noteRefusal(scope, delivery, outcome)
      const units = unitsOf(scope, channel.name, message.text)
      results.push(resultOf(delivery, outcome, { clock, provider: channel.provider, units }))
      noting.ask()
    } catch (error) {
      log.error(error)
    }
  }

  const taking = coalesced(async () => {
    try {
      for (;;) {
        const room = SENT_AT_ONCE - inFlight.size
        if (room === 0 || stopping.aborted) return
        const { ready, taken } = await take(scope, channel.name, room)
        for (const delivery of ready) {
          const sent: Promise<void> = send(delivery).finally(() => inFlight.delete(sent))
          inFlight.add(sent)
        }
        if (taken === 0) return
      }
    } catch (error) {
      log.error(error)
    }
  })

  return {
    ask: () => taking.ask(),
    async settled() {
      await taking.settled()
      await Promise.all(inFlight)
      await noting.settled()
    },
  }
}

export interface Sender {
  /** Looks for what is due. */
  wake(): void
  close(): Promise<void>
}

/** Sends deliveries on this node, beside those of other nodes. */
export function startSender(scope: Scope): Sender {
  const stopping = new AbortController()
  const lanes = PERSONAL_CHANNELS.flatMap((name) => {
    const channel = scope.channels[name]
    return channel ? [createLane(scope, channel as Channel & { name: PersonalChannel }, stopping.signal)] : []
  })
  const wake = () =>
    apartFromTransactions(() => {
      if (!stopping.signal.aborted) for (const lane of lanes) lane.ask()
    })
  const looking = setInterval(wake, LOOK_EVERY_MS)
  looking.unref()
  wake()
  return {
    wake,
    async close() {
      stopping.abort()
      clearInterval(looking)
      await Promise.all(lanes.map((lane) => lane.settled()))
    },
  }
}
