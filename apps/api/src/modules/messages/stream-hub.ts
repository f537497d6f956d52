import type { MessageKind, NewMessage } from '@consilium/contract/messages.ts'
import type { Clock } from '../../infra/clock.ts'
import type { HeardEvent } from '../../domain/events.ts'
import type { EventStream, ServerEvent } from '../../infra/http/event-stream.ts'
import type { Log } from '../../infra/log.ts'
import { coalesce } from './coalesce.ts'

/** Streams that may be open on a node at once: of one account, and from one address. */
export const STREAMS_OF_ACCOUNT_MAX = 10
export const STREAMS_OF_ADDRESS_MAX = 200

/** What the database says of a user's messages and sessions. */
export interface Inbox {
  unreadCount: number
  newest: { msgId: number; kind: MessageKind } | undefined
  /** Of the sessions asked for those that stand, with their ends in milliseconds since the epoch. */
  sessions: ReadonlyMap<number, number>
}

export interface Listener {
  userId: number
  sessionId: number
  /** Where it comes from. */
  network: string
  /** The position a returning client left at. */
  lastEventId: number | null
}

interface Emitter {
  readonly userId: number
  readonly sessionId: number
  readonly network: string
  readonly stream: EventStream
  /** The newest message that the client has been told of; null for a new client until it is greeted. */
  position: number | null
  unreadCount: number | null
  /** It has to be told the count. */
  due: boolean
  /** Its session may have ended: without an answer from the database it must not go on. */
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
 * The open notification streams of this node, one for each session. What they are told is read from the
 * database after the commit that an event announces, never taken from the event. Nothing here throws.
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

  /** A failed push is logged; the client will come back and be told the count then. */
  function push(emitter: Emitter, event: ServerEvent): void {
    try {
      emitter.stream.send(event)
    } catch (error) {
      log.warn(error)
      end(emitter)
    }
  }

  function tell(emitter: Emitter, { unreadCount, newest, sessions }: Inbox): void {
    const sessionEnds = sessions.get(emitter.sessionId)
    if (sessionEnds === undefined || sessionEnds <= clock.now().getTime()) return end(emitter)
    emitter.sessionEnds = sessionEnds
    emitter.doubted = false
    const isNew = newest && emitter.position !== null && newest.msgId > emitter.position
    // An event that comes late, of what an earlier reading has told already.
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
      for (const emitter of due) if (bySession.get(emitter.sessionId) === emitter) tell(emitter, inbox)
    } catch (error) {
      log.error(error)
      for (const emitter of due) retryOrEnd(emitter)
    }
  })

  /** The next heartbeat tries again, unless the client may have lost its right to hear. */
  function retryOrEnd(emitter: Emitter): void {
    if (emitter.doubted) end(emitter)
    else emitter.due = true
  }

  function announce(emitters: readonly Emitter[]): void {
    for (const emitter of emitters) emitter.due = true
    for (const userId of new Set(emitters.map((emitter) => emitter.userId))) refresh(userId)
  }

  /** One timer for the heartbeat and the session's end, whichever comes first. */
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

  /** Sent as it is: it is of the user's own work, and the record has it when a client misses one. */
  function tellProgress({ type: _of, userId, ...data }: Extract<HeardEvent, { type: 'recognition' }>): void {
    for (const emitter of emittersOf(userId))
      if (!emitter.doubted) push(emitter, { event: 'recognition_progress', data })
  }

  return {
    /** Whether there is room for a client. The stream of its own session does not count, as it would be replaced. */
    hasRoom({ userId, sessionId, network }: Omit<Listener, 'lastEventId'>): boolean {
      const others = [...bySession.values()].filter((emitter) => emitter.sessionId !== sessionId)
      const numberOf = (isLike: (emitter: Emitter) => boolean) => others.filter(isLike).length
      return (
        numberOf((other) => other.userId === userId) < STREAMS_OF_ACCOUNT_MAX &&
        numberOf((other) => other.network === network) < STREAMS_OF_ADDRESS_MAX
      )
    },

    /** Adds a client; one of the same session is replaced and told so, that it may not come back at once. */
    connect({ userId, sessionId, network, lastEventId }: Listener, stream: EventStream): void {
      if (closed) return stream.close()
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

    /** Takes what a node announces after a commit. */
    hear(event: HeardEvent): void {
      switch (event.type) {
        case 'message':
          return announce(emittersOf(event.userId))
        case 'sessionsEnded': {
          // Not all at once: a session that was opened since stands.
          const emitters = emittersOf(event.userId)
          for (const emitter of emitters) emitter.doubted = true
          return announce(emitters)
        }
        case 'sessionEnded': {
          const emitter = bySession.get(event.sessionId)
          return emitter && end(emitter)
        }
        case 'recognition':
          return tellProgress(event)
        case 'gap':
          return announce([...bySession.values()])
      }
    },

    /** Ends every stream, and from then on new ones at once. */
    close(): void {
      closed = true
      for (const emitter of bySession.values()) end(emitter)
    },
  }
}
