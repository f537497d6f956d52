import type { Page } from '@consilium/contract/envelope.ts'
import { noticeEvents } from '@consilium/contract/events/notices.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Message, MessageKind, MessageQuery } from '@consilium/contract/messages/messages.ts'
import { HEARTBEAT_SECONDS } from '@consilium/contract/login/session.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { raiseEvent, raiseMessage } from '../../domain/events.ts'
import type { Actor, Person } from '../../domain/actor.ts'
import type { EventStream } from '../../infra/http/event-stream.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as repository from './repository.ts'
import { StreamHub, type Inboxes } from './stream-hub.ts'
import { textOf } from './texts.ts'

export type MessageToSend = repository.NewMessage & {
  /** It says once more what was said before, by a rule or by hand. */
  isReminder?: boolean
}

const SECOND_MS = 1000
const STREAM_RETRY_SECONDS = 30

const view = (row: repository.MessageRow, language: Language): Message => ({
  msgId: row.msgId,
  kind: row.kind,
  ...textOf(row.kind, row.params, language),
  link:
    row.linkResource !== null && row.linkId !== null ? { resource: row.linkResource, id: row.linkId } : null,
  isRead: row.readTime !== null,
  readTime: row.readTime,
  createTime: row.createTime,
})

export { textOf } from './texts.ts'

async function sendMessage(
  { eventLog }: Pick<Context, 'eventLog'>,
  within: Db,
  message: MessageToSend,
): Promise<void> {
  const { userId, kind, isReminder = false } = message
  const insert = repository.insertedMessage(message)
  const fields = { kind, isReminder }
  const also = eventLog.recordInserted(within, noticeEvents.raised, { actorId: null, fields })
  await raiseMessage(within, { type: 'message', userId, kind }, { insert, also })
}

/** Marks the messages of a kind about a record as read for all who got them; their streams hear of it. */
async function settle(within: Db, kind: MessageKind, link: { resource: string; id: number }): Promise<void> {
  for (const userId of await repository.settleMessages(within, kind, link))
    await raiseEvent(within, { type: 'message', userId })
}

export function createMessages(context: Context) {
  const { db, log, clock, events } = context

  async function readInboxes(userIds: readonly number[], sessionIds: readonly number[]): Promise<Inboxes> {
    const [sessions, ofUsers] = await Promise.all([
      repository.liveSessions(db, sessionIds),
      repository.inboxesOf(db, userIds),
    ])
    return { sessions, ofUsers }
  }

  const heartbeatMs = context.heartbeatMs ?? HEARTBEAT_SECONDS * SECOND_MS
  const hub = new StreamHub({ log, clock, heartbeatMs, readInboxes })
  events.subscribe((event) => hub.hear(event))

  /** Marks the caller's messages as read and notifies the caller's streams if any was unread. */
  async function markRead(actor: Actor, msgId?: number): Promise<{ unreadCount: number }> {
    return inTransaction(db, async (trx) => {
      const marked = await repository.markRead(trx, actor.userId, msgId)
      if (marked > 0) await raiseEvent(trx, { type: 'message', userId: actor.userId })
      return { unreadCount: await repository.countUnread(trx, actor.userId) }
    })
  }

  async function find(actor: Actor, msgId: number): Promise<repository.MessageRow> {
    const row = await repository.findMessage(db, actor.userId, msgId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  return {
    /** The id of the caller's newest message; 0 if there is none. */
    newestId: async ({ userId }: Actor): Promise<number> =>
      (await repository.newestMessage(db, userId))?.msgId ?? 0,

    /**
     * Stores a message in the transaction of the change it reports. The user's streams are notified at the commit, and the
     * reader of notices sends it by other channels.
     */
    send: (within: Db, message: MessageToSend): Promise<void> => sendMessage(context, within, message),

    settle,

    /** Whether the user was sent such a message about this record within so many hours. */
    wasSent: (within: Db, sent: repository.SentMessage): Promise<boolean> => repository.wasSent(within, sent),

    async list(actor: Actor, query: MessageQuery, language: Language): Promise<Page<Message>> {
      const page = await repository.listMessages(db, actor.userId, query)
      return { ...page, rows: page.rows.map((row) => view(row, language)) }
    },

    async get(actor: Actor, msgId: number, language: Language): Promise<Message> {
      return view(await find(actor, msgId), language)
    },

    async markRead(actor: Actor, msgId: number): Promise<{ unreadCount: number }> {
      await find(actor, msgId)
      return markRead(actor, msgId)
    },

    /** Deletes messages, read or not, that are older than so many days. */
    purge: (keptDays: number): Promise<number> => repository.deleteOld(db, keptDays),

    readAll: (actor: Actor) => markRead(actor),

    /**
     * Refused with TOO_MANY_REQUESTS, before the stream is opened, if the account or the client address has too many
     * streams.
     */
    listen(
      { userId, sessionId }: Person,
      { network, lastEventId }: { network: string; lastEventId: number | null },
      open: () => EventStream,
    ): void {
      const listener = { userId, sessionId, network, lastEventId }
      if (!hub.hasRoom(listener))
        throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: STREAM_RETRY_SECONDS } })
      hub.connect(listener, open())
    },

    /** Ends all streams, before the server stops. */
    close: (): void => hub.close(),

    /** Number of open notification streams of this node. */
    openStreams: (): number => hub.size,
  }
}

export { messageFacts } from './facts-repository.ts'

export type Messages = ReturnType<typeof createMessages>
