import type { MessageKind, NewMessage } from '@consilium/contract/messages.ts'
import type { Clock } from '../../infra/clock.ts'
import type { HeardEvent } from '../../domain/events.ts'
import type { EventStream, ServerEvent } from '../../infra/http/event-stream.ts'
import type { Log } from '../../infra/log.ts'
import { coalesce } from './coalesce.ts'

/** Maximum of open streams per node: of one account, and from one address. */
export const STREAMS_OF_ACCOUNT_MAX = 10
export const STREAMS_OF_ADDRESS_MAX = 200

/** A user's unread count, newest message and sessions, as read from the database. */
export interface Inbox {
  unreadCount: number
  newest: { msgId: number; kind: MessageKind } | undefined
  /** The sessions that are still live, with their expiry in milliseconds since the epoch. */
  sessions: ReadonlyMap<number, number>
}

export interface Listener {
  userId: number
  sessionId: number
  /** The client's network. */
  network: string
  /** The last message that a reconnecting client has received. */
  lastEventId: number | null
}

interface Emitter {
  readonly userId: number
  readonly sessionId: number
  readonly network: string
  readonly stream: EventStream
  /** The newest message that the client has been sent; null for a new client before its first event. */
  position: number | null
  unreadCount: number | null
  /** The client must be sent the count. */
  due: boolean
  /** The session may have ended: if the database cannot confirm it, the stream is closed. */
  doubted: boolean
  sessionEnds: number
  timer?: NodeJS.Timeout
}

export interface StreamHubOptions {
  log: Log
  clock: Clock
  heartbeatMs: number
  readInbox(userId: number, sessionIds: readonly number[]): Promise<Inbox>
}

/**
 * The open notification streams of this node, one per session. Their contents are read from the database after the
 * commit that an event announces, and never taken from the event itself. Nothing here throws.
 */
export function createStreamHub({ log, clock, heartbeatMs, readInbox }: StreamHubOptions) {
  const bySession = new Map<number, Emitter>()
  const byUser = new Map<number, Set<Emitter>>()
  let closed = false

  const emittersOf = (userId: number) => [...(byUser.get(userId) ?? [])]

  function forget(emitter: Emitter): void {
    clearTimeout(emitter.timer)
    if (bySession.get(emitter.sessionId) === emitter) bySession.delete(emitter.sessionId)
    const others = byUser.get(emitter.userId)
    others?.delete(emitter)
    if (others?.size === 0) byUser.delete(emitter.userId)
  }

  function end(emitter: Emitter): void {
    forget(emitter)
    emitter.stream.close()
  }

  /** A failed push is logged and ends the stream; the client reconnects and is then sent the count. */
  function push(emitter: Emitter, event: ServerEvent): void {
    try {
      emitter.stream.send(event)
    } catch (error) {
      log.warn(error)
      end(emitter)
    }
  }

  function sendNews(emitter: Emitter, { unreadCount, newest, sessions }: Inbox): void {
    const sessionEnds = sessions.get(emitter.sessionId)
    if (sessionEnds === undefined || sessionEnds <= clock.now().getTime()) return end(emitter)
    emitter.sessionEnds = sessionEnds
    emitter.doubted = false
    const isNew = newest && emitter.position !== null && newest.msgId > emitter.position
    // A late event about a change that an earlier read has already delivered.
    if (!isNew && emitter.unreadCount === unreadCount) return
    const data: NewMessage = { unreadCount, ...(isNew ? newest : {}) }
    emitter.position = newest?.msgId ?? 0
    emitter.unreadCount = unreadCount
    push(emitter, { event: 'new_message', id: emitter.position, data })
  }

  const refresh = coalesce(async (userId: number) => {
    const due = emittersOf(userId).filter((emitter) => emitter.due)
    if (due.length === 0) return
    for (const emitter of due) emitter.due = false
    try {
      const inbox = await readInbox(
        userId,
        due.map((emitter) => emitter.sessionId),
      )
      for (const emitter of due) if (bySession.get(emitter.sessionId) === emitter) sendNews(emitter, inbox)
    } catch (error) {
      log.error(error)
      for (const emitter of due) retryOrEnd(emitter)
    }
  })

  /** The next heartbeat tries again, unless the session may have ended; then the stream is closed. */
  function retryOrEnd(emitter: Emitter): void {
    if (emitter.doubted) end(emitter)
    else emitter.due = true
  }

  function announce(emitters: readonly Emitter[]): void {
    for (const emitter of emitters) emitter.due = true
    for (const userId of new Set(emitters.map((emitter) => emitter.userId))) refresh(userId)
  }

  /** One timer for the heartbeat and the session's expiry, whichever comes first. */
  function beatLater(emitter: Emitter): void {
    const untilEnd = Math.max(0, emitter.sessionEnds - clock.now().getTime())
    emitter.timer = setTimeout(() => beat(emitter), Math.min(heartbeatMs, untilEnd)).unref()
  }

  function beat(emitter: Emitter): void {
    if (clock.now().getTime() >= emitter.sessionEnds) return end(emitter)
    push(emitter, { event: 'heartbeat', data: {} })
    if (bySession.get(emitter.sessionId) !== emitter) return
    if (emitter.due) refresh(emitter.userId)
    beatLater(emitter)
  }

  /**
   * Sent without reading the database: the event concerns only the user's own work, and a client that misses it finds
   * the same in the record.
   */
  function sendProgress({ type: _of, userId, ...data }: Extract<HeardEvent, { type: 'recognition' }>): void {
    for (const emitter of emittersOf(userId))
      if (!emitter.doubted) push(emitter, { event: 'recognition_progress', data })
  }

  return {
    /** Number of open streams. */
    size: (): number => bySession.size,

    /**
     * Whether another stream may be opened. The stream of the same session is not counted, because it will be
     * replaced.
     */
    hasRoom({ userId, sessionId, network }: Omit<Listener, 'lastEventId'>): boolean {
      const others = [...bySession.values()].filter((emitter) => emitter.sessionId !== sessionId)
      const numberOf = (isLike: (emitter: Emitter) => boolean) => others.filter(isLike).length
      return (
        numberOf((other) => other.userId === userId) < STREAMS_OF_ACCOUNT_MAX &&
        numberOf((other) => other.network === network) < STREAMS_OF_ADDRESS_MAX
      )
    },

    /**
     * Opens a stream. An existing one of the same session is ended and told that it was replaced, so that its client
     * does not reconnect at once.
     */
    connect({ userId, sessionId, network, lastEventId }: Listener, stream: EventStream): void {
      if (closed) return stream.comeBack()
      const former = bySession.get(sessionId)
      if (former) {
        push(former, { event: 'replaced', data: {} })
        end(former)
      }
      const emitter: Emitter = {
        userId,
        sessionId,
        network,
        stream,
        position: lastEventId,
        unreadCount: null,
        due: false,
        doubted: false,
        sessionEnds: Number.POSITIVE_INFINITY,
      }
      bySession.set(sessionId, emitter)
      byUser.set(userId, (byUser.get(userId) ?? new Set()).add(emitter))
      beatLater(emitter)
      announce([emitter])
      stream.onClose(() => forget(emitter))
    },

    /** Handles an event that a node announces after a commit. */
    hear(event: HeardEvent): void {
      switch (event.type) {
        case 'message':
          return announce(emittersOf(event.userId))
        case 'sessionsEnded': {
          // Checked one by one, because a session opened after the event is still live.
          const emitters = emittersOf(event.userId)
          for (const emitter of emitters) emitter.doubted = true
          return announce(emitters)
        }
        case 'sessionEnded': {
          const emitter = bySession.get(event.sessionId)
          return emitter && end(emitter)
        }
        case 'recognition':
          return sendProgress(event)
        case 'gap':
          return announce([...bySession.values()])
      }
    },

    /** Ends every stream and tells its client to come back; later ones are ended as soon as they connect. */
    close(): void {
      closed = true
      for (const emitter of bySession.values()) {
        forget(emitter)
        emitter.stream.comeBack()
      }
    },
  }
}
