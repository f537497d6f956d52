import type { ChannelState, Delivery, DeliveryQuery } from '@consilium/contract/notices/deliveries.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { countsAt } from '../../domain/attendance.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { ENGAGEMENT } from '../agreements/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { meetingFacts } from '../meetings/service.ts'

const SORTING = { columns: { deliveryId: 'd.delivery_id' }, key: 'd.delivery_id' } as const

/** What whoever runs meetings sees: deliveries to experts of the meetings within reach. */
const ofOwnExperts = (actor: Actor): RawBuilder<boolean> =>
  reachesAll(actor)
    ? sql<boolean>`true`
    : sql<boolean>`(d.attendee_id is not null and ${withinReach(actor, 'meeting', 'd.meeting_id')})`

const deliveries = (db: Db) =>
  db
    .selectFrom('delivery as d')
    .select([
      'd.delivery_id as deliveryId',
      sql<Delivery['kind']>`d.kind`.as('kind'),
      'd.user_id as userId',
      sql<string | null>`coalesce(d.params->>'group', ${accountName('d.user_id')})`.as('name'),
      'd.org_id as orgId',
      'd.meeting_id as meetingId',
      'd.attendee_id as attendeeId',
      'd.channel',
      'd.provider',
      'd.template_version as templateVersion',
      'd.params',
      'd.is_reminder as isReminder',
      'd.state',
      'd.reason',
      'd.attempts',
      'd.create_time as createTime',
      sql<
        string | null
      >`coalesce(d.due_time, (select g.due_time from delivery g where g.delivery_id = d.digest_id))`.as(
        'dueTime',
      ),
      'd.sent_time as sentTime',
      'd.settled_time as settledTime',
    ])

export async function listDeliveries(db: Db, actor: Actor, query: DeliveryQuery): Promise<Page<Delivery>> {
  let rows = deliveries(db).where(ofOwnExperts(actor))
  if (query.meetingId) rows = rows.where('d.meeting_id', '=', query.meetingId)
  if (query.attendeeId) rows = rows.where('d.attendee_id', '=', query.attendeeId)
  if (query.userId) rows = rows.where('d.user_id', '=', query.userId)
  if (query.orgId) rows = rows.where('d.org_id', '=', query.orgId)
  if (query.channel) rows = rows.where('d.channel', '=', query.channel)
  if (query.state) rows = rows.where('d.state', '=', query.state)
  if (query.kind) rows = rows.where('d.kind', '=', query.kind)
  rows = rows.where(inTimeRange('d.create_time', query['params[beginTime]'], query['params[endTime]']))
  return selectPage(db, rows, query, SORTING)
}

export const findDelivery = (db: Db, deliveryId: number): Promise<Delivery | undefined> =>
  deliveries(db).where('d.delivery_id', '=', deliveryId).executeTakeFirst()

export interface Attending {
  attendeeId: number
  userId: number
  name: string
  phone: string | null
  /** The newest text message was refused for good. */
  isRefused: boolean
}

/** The attendees of a meeting who count. */
export async function attending(
  db: Db,
  meetingId: number,
  { now, max }: { now: string; max: number },
): Promise<Attending[]> {
  const { rows } = await sql<Attending>`
    select t.attendee_id as "attendeeId", t.user_id as "userId", t.name,
        case when u.is_active then u.phone end as phone,
        coalesce((select x.state = 'failed' from delivery x
          where x.user_id = t.user_id and x.channel = 'sms' and x.state in ('sent', 'delivered', 'failed')
          order by x.delivery_id desc limit 1), false) as "isRefused"
      from ${ENGAGEMENT}
      join ${accountFacts('u')} on u.user_id = t.user_id
      where t.meeting_id = ${meetingId} and ${countsAt(now)}
      order by t.attendee_id limit ${max}`.execute(db)
  return rows
}

export async function reachesMeeting(db: Db, actor: Actor, meetingId: number): Promise<boolean> {
  const row = await db
    .selectFrom(meetingFacts('m'))
    .select('m.meeting_id')
    .where('m.meeting_id', '=', meetingId)
    .where(withinReach(actor, 'meeting', 'm.meeting_id'))
    .executeTakeFirst()
  return row !== undefined
}

export type ChannelRow = Omit<ChannelState, 'provider'>

/** How each channel has done since a time. */
export async function channelStates(db: Db, since: string): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select c.channel, c.sent, c.delivered, c.failed, c.units, w.waiting, w.oldest as "oldestWaiting",
        e.reason as "lastError", e.time as "lastErrorTime"
      from (select n.channel, n.place, count(d.*) filter (where d.state in ('sent', 'delivered'))::int as sent,
            count(d.*) filter (where d.state = 'delivered')::int as delivered,
            count(d.*) filter (where d.state = 'failed')::int as failed, coalesce(sum(d.units), 0)::int as units
          from unnest(${['sms', 'mail', 'wecom', 'dingtalk', 'feishu']}::text[]) with ordinality n(channel, place)
          left join delivery d on d.channel = n.channel and d.create_time >= ${since}
          group by n.channel, n.place) c
      cross join lateral (select count(*)::int as waiting, min(d.due_time) as oldest from delivery d
        where d.state = 'queued' and d.channel = c.channel and d.due_time is not null) w
      left join lateral (select d.reason, coalesce(d.settled_time, d.due_time) as time from delivery d
        where d.channel = c.channel and d.create_time >= ${since} and d.reason is not null
          and d.state in ('queued', 'failed')
        order by d.delivery_id desc limit 1) e on true
      order by c.place`.execute(db)
  return rows
}

/** Lets a delivery that failed or was not sent go out again; false if it is in another state. */
export async function requeue(db: Db, deliveryId: number, now: string): Promise<boolean> {
  const row = await db
    .updateTable('delivery')
    .set({
      state: 'queued',
      reason: null,
      attempts: 0,
      due_time: now,
      leased_until: null,
      digest_id: null,
      settled_time: null,
      sent_time: null,
    })
    .where('delivery_id', '=', deliveryId)
    .where('state', 'in', ['failed', 'suppressed'])
    .where('channel', '<>', 'portal')
    .where((eb) => eb.or([eb('msg_id', 'is not', null), eb('kind', '=', 'digest')]))
    .returning('delivery_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface Report {
  id: string
  delivered: boolean
  reason: string | null
}

/**
 * Notes what providers report of messages that were sent, by their id or by ours. A report that comes twice or too late changes
 * nothing.
 */
export async function noteReports(db: Db, reports: readonly Report[], now: string): Promise<void> {
  await sql`
    with report as (
      select * from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as r(id text, delivered boolean, reason text))
    update delivery d set state = case when r.delivered then 'delivered' else 'failed' end, reason = r.reason,
        settled_time = ${now}
      from report r where d.state = 'sent' and (d.provider_id = r.id or d.gateway_id::text = r.id)`.execute(
    db,
  )
}

const PURGED_AT_ONCE = 1000

/** Deletes deliveries that are older than so many days, in the order of their ids. */
export async function purgeDeliveries(db: Db, before: string): Promise<number> {
  for (let all = 0; ;) {
    const { numAffectedRows: deleted = 0n } = await sql`
      delete from delivery where delivery_id in (
        select delivery_id from delivery where create_time < ${before} order by create_time
          limit ${PURGED_AT_ONCE})`.execute(db)
    all += Number(deleted)
    if (Number(deleted) < PURGED_AT_ONCE) return all
  }
}

/** By channel, for how long the delivery that was due first has waited; one that waits for its time has not. */
export async function waitingSeconds(db: Db, now: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ channel: string; seconds: number }>`
    select channel, extract(epoch from ${now}::timestamptz - min(due_time))::int as seconds from delivery
      where state = 'queued' and due_time <= ${now} group by channel`.execute(db)
  return new Map(rows.map(({ channel, seconds }) => [channel, seconds]))
}
