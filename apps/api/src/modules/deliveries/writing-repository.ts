import type { Language } from '@consilium/contract/errors.ts'
import type { MessageKind } from '@consilium/contract/messages/messages.ts'
import type { DeliveryState, NoticeChannel, NoticeMode } from '@consilium/contract/notices/notice-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { attendeeFacts } from '../agreements/service.ts'
import { preferenceFacts, settingFacts } from '../notices/service.ts'
import { messageFacts } from '../messages/service.ts'

/** What decides how a notice goes out: the message, its person, what the person chose, and the meeting it is about. */
export interface NoticeFacts {
  msgId: number
  kind: MessageKind
  params: Record<string, string>
  linkResource: string | null
  linkId: number | null
  userId: number
  phone: string | null
  isActive: boolean
  mode: NoticeMode | null
  sms: boolean | null
  mail: boolean | null
  quietFrom: number | null
  quietUntil: number | null
  language: Language | null
  orgId: number | null
  meetingId: number | null
  attendeeId: number | null
}

/** The facts of messages, in their order, without those that are gone or whose account is. */
export async function noticeFacts(
  trx: Db,
  raised: readonly { msgId: number; isReminder: boolean }[],
): Promise<(NoticeFacts & { isReminder: boolean })[]> {
  const reminders = new Map(raised.map(({ msgId, isReminder }) => [msgId, isReminder]))
  // An array tells PostgreSQL how few messages are meant; of a set of records it expects a hundred and reads the whole table.
  const { rows } = await sql<NoticeFacts>`
    select m.msg_id as "msgId", m.kind, m.params, m.link_resource as "linkResource", m.link_id as "linkId",
        m.user_id as "userId", u.phone, (u.is_active and not u.is_machine) as "isActive",
        p.mode, p.sms, p.mail, s.quiet_from as "quietFrom", s.quiet_until as "quietUntil", s.language,
        case m.link_resource when 'organization' then m.link_id else o.org_id end as "orgId",
        w.meeting_id as "meetingId", t.attendee_id as "attendeeId"
      from ${messageFacts('m')}
      join ${accountFacts('u')} on u.user_id = m.user_id
      left join ${preferenceFacts('p')} on p.user_id = m.user_id and p.kind = m.kind
      left join ${settingFacts('s')} on s.user_id = m.user_id
      left join ${attendeeFacts('t')} on m.link_resource = 'meetingAttendee' and t.attendee_id = m.link_id
      left join ${meetingFacts('w')} on w.meeting_id = case m.link_resource when 'meeting' then m.link_id else t.meeting_id end
      left join ${organizationFacts('o')} on o.main_user_id = w.exec_user_id
      where m.msg_id = any(${[...reminders.keys()]}::bigint[])
      order by m.msg_id`.execute(trx)
  return rows.map((row) => ({ ...row, isReminder: reminders.get(row.msgId) ?? false }))
}

export interface NewDelivery {
  msgId: number | null
  kind: string
  userId: number | null
  orgId: number | null
  meetingId: number | null
  attendeeId: number | null
  channel: NoticeChannel
  isReminder: boolean
  params: Readonly<Record<string, string>>
  linkCode: string | null
  state: DeliveryState
  reason: string | null
  dueTime: string | null
  digestId: number | null
  createTime: string
}

/** Writes deliveries of notices; one that is there already stays as it is. */
export async function insertDeliveries(trx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await trx
    .insertInto('delivery')
    .values(
      deliveries.map((each) => ({
        msg_id: each.msgId,
        kind: each.kind,
        user_id: each.userId,
        org_id: each.orgId,
        meeting_id: each.meetingId,
        attendee_id: each.attendeeId,
        channel: each.channel,
        is_reminder: each.isReminder,
        params: JSON.stringify(each.params),
        link_code: each.linkCode,
        state: each.state,
        reason: each.reason,
        due_time: each.dueTime,
        digest_id: each.digestId,
        create_time: each.createTime,
        ...(each.state === 'delivered' || each.state === 'suppressed' || each.state === 'failed'
          ? { settled_time: each.createTime }
          : {}),
        ...(each.state === 'sent' || each.state === 'delivered' ? { sent_time: each.createTime } : {}),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The digest of a day that a part is added to. Its row stays locked until the part is committed, so that the digest does not go
 * out without it; undefined if it has gone out.
 */
export async function openDigest(
  trx: Db,
  digest: { userId: number; channel: NoticeChannel; day: string; dueTime: string; createTime: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into delivery (kind, user_id, channel, state, due_time, digest_day, create_time)
      values ('digest', ${digest.userId}, ${digest.channel}, 'queued', ${digest.dueTime}, ${digest.day},
        ${digest.createTime})
      on conflict (user_id, channel, digest_day) where digest_day is not null
      do update set due_time = delivery.due_time where delivery.state = 'queued' and delivery.attempts = 0
      returning delivery_id as id`.execute(trx)
  return rows[0]?.id
}

/** Text messages that reminded an account on a day. */
export async function remindersOfDay(trx: Db, userId: number, since: string): Promise<number> {
  const { count } = await trx
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('channel', '=', 'sms')
    .where('is_reminder', '=', true)
    .where('state', '<>', 'suppressed')
    .where('create_time', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
