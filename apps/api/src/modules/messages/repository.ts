import type { Page } from '@consilium/contract/envelope.ts'
import type { MessageKind, MessageQuery } from '@consilium/contract/messages/messages.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Inbox } from './stream-hub.ts'

export interface MessageRow {
  msgId: number
  kind: MessageKind
  params: Record<string, string>
  linkResource: string | null
  linkId: number | null
  readTime: string | null
  createTime: string
}

const SORTING = {
  columns: { msgId: 'msg_id', createTime: 'create_time' },
  key: 'msg_id',
  neverNull: ['create_time'],
} as const

const ownMessages = (db: Db, userId: number) =>
  db
    .selectFrom('message')
    .select([
      'msg_id as msgId',
      'kind',
      'params',
      'link_resource as linkResource',
      'link_id as linkId',
      'read_time as readTime',
      'create_time as createTime',
    ])
    .where('user_id', '=', userId)

export async function listMessages(db: Db, userId: number, query: MessageQuery): Promise<Page<MessageRow>> {
  let rows = ownMessages(db, userId)
  if (query.isRead !== undefined) rows = rows.where('read_time', query.isRead ? 'is not' : 'is', null)
  if (query.kind) rows = rows.where('kind', '=', query.kind)
  rows = rows.where(inTimeRange('create_time', query['params[beginTime]'], query['params[endTime]']))
  return selectPage(db, rows, query, SORTING)
}

export const findMessage = (db: Db, userId: number, msgId: number): Promise<MessageRow | undefined> =>
  ownMessages(db, userId).where('msg_id', '=', msgId).executeTakeFirst()

export interface NewMessage {
  userId: number
  kind: MessageKind
  params: Readonly<Record<string, string>>
  link: { resource: string; id: number } | null
}

/** Inserts a message and returns its id. */
export const insertedMessage = ({ userId, kind, params, link }: NewMessage) => sql<{ id: number }>`
  insert into message (user_id, kind, params, link_resource, link_id)
    values (${userId}, ${kind}, ${JSON.stringify(params)}, ${link?.resource ?? null}, ${link?.id ?? null})
    returning msg_id`

const PURGED_AT_ONCE = 1000

/** Deletes messages that are older than so many days, in the order of their ids, and returns how many. */
export async function deleteOld(db: Db, keptDays: number): Promise<number> {
  for (let all = 0; ;) {
    const { numAffectedRows: deleted = 0n } = await sql`
      with oldest as (select msg_id, create_time from message order by msg_id limit ${PURGED_AT_ONCE})
      delete from message m using oldest o
        where o.msg_id = m.msg_id and o.create_time < now() - make_interval(days => ${keptDays})`.execute(db)
    all += Number(deleted)
    if (Number(deleted) < PURGED_AT_ONCE) return all
  }
}

export interface SentMessage extends Pick<NewMessage, 'userId' | 'kind'> {
  link: { resource: string; id: number }
  hours: number
}

export async function wasSent(db: Db, { userId, kind, link, hours }: SentMessage): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('msg_id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('link_resource', '=', link.resource)
    .where('link_id', '=', link.id)
    .where('create_time', '>', sql<string>`now() - make_interval(hours => ${hours}::int)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the user's unread messages as read, all or one, and returns how many were unread. */
export async function markRead(db: Db, userId: number, msgId?: number): Promise<number> {
  let update = db
    .updateTable('message')
    .set({ read_time: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
  if (msgId !== undefined) update = update.where('msg_id', '=', msgId)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** Marks what is still unread of this kind about a record, and returns whose it was. */
export async function settleMessages(
  db: Db,
  kind: MessageKind,
  link: { resource: string; id: number },
): Promise<number[]> {
  const rows = await db
    .updateTable('message')
    .set({ read_time: sql<string>`now()` })
    .where('kind', '=', kind)
    .where('link_resource', '=', link.resource)
    .where('link_id', '=', link.id)
    .where('read_time', 'is', null)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map((row) => row.user_id))].toSorted((one, other) => one - other)
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const newestMessage = (
  db: Db,
  userId: number,
): Promise<{ msgId: number; kind: MessageKind } | undefined> =>
  db
    .selectFrom('message')
    .select(['msg_id as msgId', 'kind'])
    .where('user_id', '=', userId)
    .orderBy('msg_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The unread count and the newest message of each user, of one moment. */
export async function inboxesOf(db: Db, userIds: readonly number[]): Promise<Map<number, Inbox>> {
  const { rows } = await sql<{
    userId: number
    unreadCount: number
    msgId: number | null
    kind: MessageKind
  }>`
    select u.user_id as "userId", n.msg_id as "msgId", n.kind,
      (select count(*)::int from message m where m.user_id = u.user_id and m.read_time is null) as "unreadCount"
    from unnest(${userIds}::bigint[]) u(user_id)
    left join lateral (
      select msg_id, kind from message where user_id = u.user_id order by msg_id desc limit 1
    ) n on true`.execute(db)
  return new Map(
    rows.map(({ userId, unreadCount, msgId, kind }) => [
      userId,
      { unreadCount, newest: msgId === null ? undefined : { msgId, kind } },
    ]),
  )
}

/** The sessions of the list that are still live, with their expiry in milliseconds since the epoch. */
export async function liveSessions(db: Db, sessionIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('sys_session')
    .select(['session_id', sql<number>`(extract(epoch from expire_time) * 1000)::float8`.as('ends')])
    .where('session_id', '=', sql<number>`any(${sessionIds}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.session_id, row.ends]))
}
