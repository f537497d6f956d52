import type { Language } from '@consilium/contract/errors.ts'
import type { MessageKind } from '@consilium/contract/messages/messages.ts'
import type { NoticeChannel } from '@consilium/contract/notices/notice-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { settingFacts, SHIPPED_VERSION, templateFacts } from '../notices/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { messageFacts } from '../messages/service.ts'

/** A delivery that this node sends now, with what it says. */
export interface Claimed {
  deliveryId: number
  gatewayId: string
  kind: MessageKind | 'digest'
  userId: number
  orgId: number | null
  isReminder: boolean
  attempts: number
  linkCode: string | null
  createTime: string
  phone: string | null
  isActive: boolean
  quietFrom: number | null
  quietUntil: number | null
  language: Language | null
  /** Parameters of the message; null if it is gone, and of a digest. */
  told: Record<string, string> | null
  /** The text that the operator has written; null: the shipped one. */
  textZh: string | null
  textEn: string | null
}

/**
 * Takes deliveries that are due. A node that ends before it notes what became of one leaves it to the others after the lease,
 * with the same id for the gateway.
 */
export async function claimDue(
  trx: Db,
  {
    channel,
    now,
    limit,
    leaseSeconds,
  }: { channel: NoticeChannel; now: string; limit: number; leaseSeconds: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select delivery_id from delivery
        where state = 'queued' and channel = ${channel} and due_time <= ${now}
          and (leased_until is null or leased_until < now())
        order by due_time limit ${limit} for update skip locked),
    claimed as (
      update delivery d set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = d.attempts + 1,
          template_version = coalesce(
            (select max(t.version) from ${templateFacts('t')} where t.kind = d.kind), ${SHIPPED_VERSION}::int)
        from due where due.delivery_id = d.delivery_id
        returning d.*)
    select c.delivery_id as "deliveryId", c.gateway_id as "gatewayId", c.kind, c.user_id as "userId",
        c.org_id as "orgId", c.is_reminder as "isReminder", c.attempts, c.link_code as "linkCode",
        c.create_time as "createTime", u.phone, u.is_active as "isActive",
        s.quiet_from as "quietFrom", s.quiet_until as "quietUntil", s.language, m.params as told,
        t.zh as "textZh", t.en as "textEn"
      from claimed c join ${accountFacts('u')} on u.user_id = c.user_id
      left join ${settingFacts('s')} on s.user_id = c.user_id
      left join ${messageFacts('m')} on m.msg_id = c.msg_id
      left join ${templateFacts('t')} on t.kind = c.kind and t.version = c.template_version
      order by c.delivery_id`.execute(trx)
  return rows
}

/** How many notices a digest has, and the kinds and parameters of the first ones. */
export async function partsOf(
  db: Db,
  digestId: number,
  max: number,
): Promise<{ count: number; parts: { kind: MessageKind; told: Record<string, string> }[] }> {
  const { rows } = await sql<{ count: number; kind: MessageKind; told: Record<string, string> | null }>`
    select count(*) over ()::int as count, d.kind, m.params as told
      from delivery d left join ${messageFacts('m')} on m.msg_id = d.msg_id
      where d.digest_id = ${digestId} order by d.delivery_id limit ${max}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    parts: rows.flatMap(({ kind, told }) => (told ? [{ kind, told }] : [])),
  }
}

/** Puts a delivery off, as if it had not been taken. */
export async function putOff(trx: Db, deliveryId: number, dueTime: string): Promise<void> {
  await trx
    .updateTable('delivery')
    .set(({ eb }) => ({ due_time: dueTime, leased_until: null, attempts: eb('attempts', '-', 1) }))
    .where('delivery_id', '=', deliveryId)
    .execute()
}

/** What became of a delivery. */
export interface Result {
  deliveryId: number
  state: 'queued' | 'sent' | 'failed' | 'suppressed'
  reason: string | null
  /** When it is tried again. */
  dueTime: string | null
  provider: string | null
  providerId: string | null
  /** What the provider charges for it. */
  units: number
}

/** Notes results, of digests with their parts. One that was settled since stays as it is. */
export async function noteResults(db: Db, results: readonly Result[], now: string): Promise<void> {
  if (results.length === 0) return
  await sql`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as r("deliveryId" bigint, state text, reason text, "dueTime" timestamptz, provider text, "providerId" text,
          units int)),
    noted as (
      update delivery d set state = r.state, reason = r.reason, due_time = r."dueTime", leased_until = null,
          provider = coalesce(r.provider, d.provider), provider_id = r."providerId",
          units = d.units + r.units,
          sent_time = case when r.state = 'sent' then ${now}::timestamptz end,
          settled_time = case when r.state in ('failed', 'suppressed') then ${now}::timestamptz end
        from result r where d.delivery_id = r."deliveryId" and d.state = 'queued'
        returning d.delivery_id, d.state, d.reason, d.provider, d.sent_time, d.settled_time)
    update delivery p set state = n.state, reason = n.reason, provider = n.provider, sent_time = n.sent_time,
        settled_time = n.settled_time
      from noted n where p.digest_id = n.delivery_id and n.state <> 'queued'`.execute(db)
}
