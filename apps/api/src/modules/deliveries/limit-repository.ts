import type { PersonalChannel } from '@consilium/contract/notices/notice-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { organizationFacts, organizationsOf } from '../organizations/service.ts'

/** Of the whole service, among the organizations. */
export const WHOLE = 0

export interface Count {
  orgId: number
  period: 'day' | 'month'
  sent: number
  told: number
  limit: number | null
}

export interface Periods {
  day: string
  month: string
}

/** Locks the counts of these organizations and of the whole service for today, with their limits. */
export async function lockCounts(
  trx: Db,
  channel: PersonalChannel,
  orgIds: readonly number[],
  { day, month }: Periods,
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with locked as (
      insert into delivery_count (org_id, channel, period, starts)
        select o, ${channel}, p.period, p.starts from unnest(${[...orgIds]}::bigint[]) o
          cross join (values ('day', ${day}::date), ('month', ${month}::date)) p(period, starts)
          order by o, p.period
        on conflict (org_id, channel, period, starts) do update set sent = delivery_count.sent
        returning org_id, period, sent, told)
    select c.org_id as "orgId", c.period, c.sent, c.told,
        case c.period when 'day' then l.per_day else l.per_month end as limit
      from locked c left join delivery_limit l on l.org_id = c.org_id and l.channel = ${channel}`.execute(trx)
  return rows
}

export async function saveCounts(
  trx: Db,
  channel: PersonalChannel,
  counts: readonly Count[],
  { day, month }: Periods,
): Promise<void> {
  await sql`
    update delivery_count c set sent = r.sent, told = r.told
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as r("orgId" bigint, period text, sent int, told int)
      where c.org_id = r."orgId" and c.channel = ${channel} and c.period = r.period
        and c.starts = case r.period when 'day' then ${day}::date else ${month}::date end`.execute(trx)
}

export interface Limit {
  orgId: number
  orgName: string | null
  channel: PersonalChannel
  perDay: number | null
  perMonth: number | null
  sentToday: number
  sentThisMonth: number
}

const PURGED_AFTER_DAYS = 400

export async function purgeCounts(db: Db, today: string): Promise<void> {
  await sql`delete from delivery_count where starts < ${today}::date - ${PURGED_AFTER_DAYS}::int`.execute(db)
}

/** The limits of the service, and of organizations that have one or have sent something this month; or those of one alone. */
export async function listLimits(
  db: Db,
  { day, month }: Periods,
  { orgId = null, max }: { orgId?: number | null; max: number },
): Promise<Limit[]> {
  const { rows } = await sql<Limit>`
    with named as (
      select ${orgId ?? WHOLE}::bigint as org_id, c.channel from (values ('sms'), ('mail')) c(channel)
      union select org_id, channel from delivery_limit
      union select org_id, channel from delivery_count where period = 'month' and starts = ${month} and sent > 0)
    select n.org_id as "orgId", o.org_name as "orgName", n.channel, l.per_day as "perDay", l.per_month as "perMonth",
        coalesce(d.sent, 0) as "sentToday", coalesce(m.sent, 0) as "sentThisMonth"
      from named n left join ${organizationFacts('o')} on o.org_id = n.org_id
      left join delivery_limit l on l.org_id = n.org_id and l.channel = n.channel
      left join delivery_count d on d.org_id = n.org_id and d.channel = n.channel and d.period = 'day'
        and d.starts = ${day}
      left join delivery_count m on m.org_id = n.org_id and m.channel = n.channel and m.period = 'month'
        and m.starts = ${month}
      where ${orgId}::bigint is null or n.org_id = ${orgId}
      order by n.org_id, n.channel desc limit ${max}`.execute(db)
  return rows
}

export async function saveLimit(
  db: Db,
  limit: { orgId: number; channel: PersonalChannel; perDay: number; perMonth: number },
): Promise<void> {
  const columns = { per_day: limit.perDay, per_month: limit.perMonth }
  await db
    .insertInto('delivery_limit')
    .values({ org_id: limit.orgId, channel: limit.channel, ...columns })
    .onConflict((conflict) => conflict.columns(['org_id', 'channel']).doUpdateSet(columns))
    .execute()
}

export async function organizationNames(trx: Db, orgIds: readonly number[]): Promise<Map<number, string>> {
  const found = await organizationsOf(trx, { orgIds })
  return new Map(found.map(({ orgId, orgName }) => [orgId, orgName]))
}
