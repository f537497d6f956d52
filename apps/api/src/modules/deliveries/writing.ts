import { randomInt } from 'node:crypto'
import {
  DIGEST_AT,
  isRequired,
  isUrgent,
  NOTICE_KINDS,
  PERSONAL_CHANNELS,
  QUIET_FROM,
  QUIET_UNTIL,
  type PersonalChannel,
  type SuppressedBecause,
} from '@consilium/contract/notices/notice-kinds.ts'
import type { Channels } from '../../infra/channels/channel.ts'
import { later } from '../../infra/clock.ts'
import type { Db } from '../../infra/db/db.ts'
import {
  dayOf,
  insertLinks,
  minutesOf,
  nextAt,
  paramsOf,
  quietUntil,
  type NewLink,
  type QuietHours,
} from '../notices/service.ts'
import type { Addresses, Scope } from './scope.ts'
import * as repository from './writing-repository.ts'

/** An expert may have many agreements, with reminders from several executors; each is in the portal as well. */
export const REMINDERS_TEXTED_PER_DAY_MAX = 3
export const LINK_DAYS = 30
export const LINK_CODE_LENGTH = 8
/** Without letters and digits that look alike. */
const LINK_ALPHABET = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DAY_MS = 86_400_000

const linkCode = (): string =>
  Array.from({ length: LINK_CODE_LENGTH }, () => LINK_ALPHABET[randomInt(LINK_ALPHABET.length)]).join('')

type Facts = repository.NoticeFacts

export const quietHoursOf = ({
  quietFrom,
  quietUntil: until,
}: Pick<Facts, 'quietFrom' | 'quietUntil'>): QuietHours => ({
  from: quietFrom ?? minutesOf(QUIET_FROM),
  until: until ?? minutesOf(QUIET_UNTIL),
})

interface Way {
  channel: PersonalChannel
  suppressed: SuppressedBecause | null
}

/** The ways of a notice to its person outside of the portal, and why one is not taken. */
export function waysOf(facts: Facts, addresses: Addresses, channels: Channels): Way[] {
  const rules = NOTICE_KINDS[facts.kind]
  const isOff = facts.mode === 'off' && !isRequired(facts.kind)
  const reachable = PERSONAL_CHANNELS.filter((channel) => channels[channel] && addresses[channel])
  const ways: Way[] = reachable.flatMap((channel): Way[] => {
    if (channel === 'sms' && rules.textedByAccount) return []
    const isWanted = facts[channel] ?? rules[channel]
    if (isWanted) return [{ channel, suppressed: isOff ? 'OFF' : null }]
    return rules[channel] ? [{ channel, suppressed: 'OFF' }] : []
  })
  if (reachable.length === 0) return [{ channel: 'sms', suppressed: 'NO_ADDRESS' }]
  return ways
}

async function digestOf(
  trx: Db,
  { userId }: Facts,
  channel: PersonalChannel,
  now: string,
): Promise<number | undefined> {
  let dueTime = nextAt(now, DIGEST_AT)
  const open = () =>
    repository.openDigest(trx, { userId, channel, day: dayOf(dueTime), dueTime, createTime: now })
  const first = await open()
  if (first !== undefined) return first
  // It went out at this moment, so the notice goes with the next one.
  dueTime = nextAt(dueTime, DIGEST_AT)
  return open()
}

/** A short address that leads to the record of a notice; null: there is none, or the service has no public address. */
function linkOf({ clock, config }: Scope, facts: Facts): NewLink | null {
  const { userId, linkResource: resource, linkId: recordId } = facts
  if (resource === null || recordId === null || config.publicUrl === null) return null
  return { code: linkCode(), userId, resource, recordId, expireTime: later(clock, LINK_DAYS * DAY_MS) }
}

/** When a delivery may go out: now, after the quiet hours, or with the digest of a day. */
async function timeOfSending(
  trx: Db,
  facts: Facts,
  channel: PersonalChannel,
  now: string,
): Promise<{ dueTime: string | null; digestId: number | null }> {
  if (isUrgent(facts.kind)) return { dueTime: now, digestId: null }
  const digestId = facts.mode === 'digest' ? await digestOf(trx, facts, channel, now) : undefined
  if (digestId !== undefined) return { dueTime: null, digestId }
  return { dueTime: quietUntil(now, quietHoursOf(facts)) ?? now, digestId: null }
}

/** A message that was written, of which other channels are to tell. */
export interface Raised {
  msgId: number
  isReminder: boolean
}

/** Whether a person got all the reminders by SMS that a day may bring; counts those of this transaction. */
function reminderCounts(trx: Db, now: string) {
  const counts = new Map<number, number>()
  return async (userId: number): Promise<boolean> => {
    const before =
      counts.get(userId) ?? (await repository.remindersOfDay(trx, userId, `${dayOf(now)} 00:00:00`))
    counts.set(userId, before + 1)
    return before >= REMINDERS_TEXTED_PER_DAY_MAX
  }
}

interface Written {
  deliveries: repository.NewDelivery[]
  link: NewLink | null
}

/** The deliveries of one notice. */
async function deliveriesOf(
  scope: Scope,
  trx: Db,
  facts: Facts & { isReminder: boolean },
  { addresses, isOver }: { addresses: Addresses; isOver: (userId: number) => Promise<boolean> },
): Promise<Written> {
  const now = scope.clock.wire()
  const { msgId, kind, userId, orgId, meetingId, attendeeId, isReminder } = facts
  const params = paramsOf(kind, facts.params)
  const ways = waysOf(facts, facts.isActive ? addresses : {}, scope.channels)
  const link = ways.some(({ suppressed }) => suppressed === null) ? linkOf(scope, facts) : null
  const shared = {
    msgId,
    kind,
    userId,
    orgId,
    meetingId,
    attendeeId,
    isReminder,
    params,
    createTime: now,
    linkCode: null,
    state: 'delivered' as const,
    reason: null,
    dueTime: null,
    digestId: null,
  }
  const deliveries: repository.NewDelivery[] = [{ ...shared, channel: 'portal' }]
  for (const { channel, suppressed: given } of ways) {
    const reason =
      given ?? (isReminder && channel === 'sms' && (await isOver(userId)) ? ('LIMIT' as const) : null)
    const when = reason === null ? await timeOfSending(trx, facts, channel, now) : {}
    const state = reason === null ? 'queued' : 'suppressed'
    deliveries.push({ ...shared, ...when, channel, linkCode: link?.code ?? null, state, reason })
  }
  return { deliveries, link }
}

/** Writes the deliveries of notices that were raised. Returns whether anything is to be sent. */
export async function writeDeliveries(scope: Scope, trx: Db, raised: readonly Raised[]): Promise<boolean> {
  const facts = await repository.noticeFacts(trx, raised)
  const addresses = await scope.addressesOf(trx, facts)
  const isOver = reminderCounts(trx, scope.clock.wire())
  const written: Written[] = []
  for (const each of facts)
    written.push(
      await deliveriesOf(scope, trx, each, { addresses: addresses.get(each.userId) ?? {}, isOver }),
    )
  await insertLinks(
    trx,
    written.flatMap(({ link }) => link ?? []),
  )
  const deliveries = written.flatMap((each) => each.deliveries)
  await repository.insertDeliveries(trx, deliveries)
  return deliveries.some(({ dueTime }) => dueTime !== null)
}
