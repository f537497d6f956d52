import type { MessageKind, NewMessage } from '@consilium/contract/messages/messages.ts'
import type { Clock } from '../../infra/clock.ts'
import type { HeardEvent } from '../../domain/events.ts'
import type { EventStream, ServerEvent } from '../../infra/http/event-stream.ts'
import type { Log } from '../../infra/log.ts'
import { inBatches } from './in-batches.ts'

/** Maximum of open streams per node: of one account, and from one address. */
export const STREAMS_OF_ACCOUNT_MAX = 10
export const STREAMS_OF_ADDRESS_MAX = 200
/** Users whose inboxes are read together: writing to their streams takes some 25 ms. One batch is read while another is written. */
const BATCHES = { keys: 1000, atOnce: 2 } as const

/** A user's unread count and newest message. */
export interface Inbox {
  unreadCount: number
  newest: { msgId: number; kind: MessageKind } | undefined
}

/** What the database says of several users. */
export interface Inboxes {
  ofUsers: ReadonlyMap<number, Inbox>
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

const addTo = <Key>(groups: Map<Key, Set<Emitter>>, key: Key, emitter: Emitter): void =>
  void groups.set(key, (groups.get(key) ?? new Set()).add(emitter))

function removeFrom<Key>(groups: Map<Key, Set<Emitter>>, key: Key, emitter: Emitter): void {
  const group = groups.get(key)
  group?.delete(emitter)
  if (group?.size === 0) groups.delete(key)
}

export interface StreamHubOptions {
  log: Log
  clock: Clock
  heartbeatMs: number
  readInboxes(userIds: readonly number[], sessionIds: readonly number[]): Promise<Inboxes>
}

/**
 * The open notification streams of this node, one per session. Their contents are read from the database after the
 * commit that an event announces, and never taken from the event itself. Nothing here throws.
 */
export class StreamHub {
  readonly #log: Log
  readonly #clock: Clock
  readonly #heartbeatMs: number
  readonly #readInboxes: StreamHubOptions['readInboxes']
  readonly #bySession = new Map<number, Emitter>()
  readonly #byUser = new Map<number, Set<Emitter>>()
  readonly #byNetwork = new Map<string, Set<Emitter>>()
  readonly #refresh = inBatches((userIds: number[]) => this.#sendDue(userIds), BATCHES)
  #closed = false

  constructor({ log, clock, heartbeatMs, readInboxes }: StreamHubOptions) {
    this.#log = log
    this.#clock = clock
    this.#heartbeatMs = heartbeatMs
    this.#readInboxes = readInboxes
  }

  /** Number of open streams. */
  get size(): number {
    return this.#bySession.size
  }

  /**
   * Whether another stream may be opened. The stream of the same session is not counted, because it will be
   * replaced.
   */
  hasRoom({ userId, sessionId, network }: Omit<Listener, 'lastEventId'>): boolean {
    const own = this.#bySession.get(sessionId)
    const numberOf = (emitters: ReadonlySet<Emitter> | undefined) =>
      emitters ? emitters.size - (own && emitters.has(own) ? 1 : 0) : 0
    return (
      numberOf(this.#byUser.get(userId)) < STREAMS_OF_ACCOUNT_MAX &&
      numberOf(this.#byNetwork.get(network)) < STREAMS_OF_ADDRESS_MAX
    )
  }

  /**
   * Opens a stream. An existing one of the same session is ended and told that it was replaced, so that its client
   * does not reconnect at once.
   */
  connect({ userId, sessionId, network, lastEventId }: Listener, stream: EventStream): void {
    if (this.#closed) return stream.comeBack()
    const former = this.#bySession.get(sessionId)
    if (former) {
      this.#push(former, { event: 'replaced', data: {} })
      this.#end(former)
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
    this.#bySession.set(sessionId, emitter)
    addTo(this.#byUser, userId, emitter)
    addTo(this.#byNetwork, network, emitter)
    this.#beatLater(emitter)
    this.#announce([emitter])
    stream.onClose(() => this.#forget(emitter))
  }

  /** Handles an event that a node announces after a commit. */
  hear(event: HeardEvent): void {
    switch (event.type) {
      case 'message':
        return this.#announce(this.#emittersOf(event.userId))
      case 'sessionsEnded': {
        // Checked one by one, because a session opened after the event is still live.
        const emitters = this.#emittersOf(event.userId)
        for (const emitter of emitters) emitter.doubted = true
        return this.#announce(emitters)
      }
      case 'sessionEnded': {
        const emitter = this.#bySession.get(event.sessionId)
        return emitter && this.#end(emitter)
      }
      case 'recognition':
        return this.#sendProgress(event)
      case 'gap':
        return this.#announce([...this.#bySession.values()])
    }
  }

  /** Ends every stream and tells its client to come back; later ones are ended as soon as they connect. */
  close(): void {
    this.#closed = true
    for (const emitter of this.#bySession.values()) {
      this.#forget(emitter)
      emitter.stream.comeBack()
    }
  }

  #emittersOf(userId: number): Emitter[] {
    return [...(this.#byUser.get(userId) ?? [])]
  }

  #isOpen(emitter: Emitter): boolean {
    return this.#bySession.get(emitter.sessionId) === emitter
  }

  #forget(emitter: Emitter): void {
    clearTimeout(emitter.timer)
    if (this.#isOpen(emitter)) this.#bySession.delete(emitter.sessionId)
    removeFrom(this.#byUser, emitter.userId, emitter)
    removeFrom(this.#byNetwork, emitter.network, emitter)
  }

  #end(emitter: Emitter): void {
    this.#forget(emitter)
    emitter.stream.close()
  }

  /** A failed push is logged and ends the stream; the client reconnects and is then sent the count. */
  #push(emitter: Emitter, event: ServerEvent): void {
    try {
      emitter.stream.send(event)
    } catch (error) {
      this.#log.warn(error)
      this.#end(emitter)
    }
  }

  #announce(emitters: readonly Emitter[]): void {
    for (const emitter of emitters) emitter.due = true
    for (const userId of new Set(emitters.map((emitter) => emitter.userId))) this.#refresh(userId)
  }

  /** Reads the inboxes once for all streams of these users that are due. */
  async #sendDue(userIds: readonly number[]): Promise<void> {
    const due = userIds.flatMap((userId) => this.#emittersOf(userId).filter((emitter) => emitter.due))
    if (due.length === 0) return
    for (const emitter of due) emitter.due = false
    try {
      const sessionIds = due.map((emitter) => emitter.sessionId)
      const users = [...new Set(due.map((emitter) => emitter.userId))]
      const inboxes = await this.#readInboxes(users, sessionIds)
      for (const emitter of due) if (this.#isOpen(emitter)) this.#sendNews(emitter, inboxes)
    } catch (error) {
      this.#log.error(error)
      for (const emitter of due) this.#retryOrEnd(emitter)
    }
  }

  #sendNews(emitter: Emitter, { ofUsers, sessions }: Inboxes): void {
    const sessionEnds = sessions.get(emitter.sessionId)
    const inbox = ofUsers.get(emitter.userId)
    if (!inbox || sessionEnds === undefined || sessionEnds <= this.#clock.now().getTime())
      return this.#end(emitter)
    const { unreadCount, newest } = inbox
    emitter.sessionEnds = sessionEnds
    emitter.doubted = false
    const isNew = newest && emitter.position !== null && newest.msgId > emitter.position
    // A late event about a change that an earlier read has already delivered.
    if (!isNew && emitter.unreadCount === unreadCount) return
    const data: NewMessage = { unreadCount, ...(isNew ? newest : {}) }
    emitter.position = newest?.msgId ?? 0
    emitter.unreadCount = unreadCount
    this.#push(emitter, { event: 'new_message', id: emitter.position, data })
  }

  /** The next heartbeat tries again, unless the session may have ended; then the stream is closed. */
  #retryOrEnd(emitter: Emitter): void {
    if (emitter.doubted) this.#end(emitter)
    else emitter.due = true
  }

  /** One timer for the heartbeat and the session's expiry, whichever comes first. */
  #beatLater(emitter: Emitter): void {
    const untilEnd = Math.max(0, emitter.sessionEnds - this.#clock.now().getTime())
    const pause = Math.min(this.#heartbeatMs, untilEnd)
    emitter.timer = setTimeout(() => this.#beat(emitter), pause).unref()
  }

  #beat(emitter: Emitter): void {
    if (this.#clock.now().getTime() >= emitter.sessionEnds) return this.#end(emitter)
    this.#push(emitter, { event: 'heartbeat', data: {} })
    if (!this.#isOpen(emitter)) return
    if (emitter.due) this.#refresh(emitter.userId)
    this.#beatLater(emitter)
  }

  /**
   * Sent without reading the database: the event concerns only the user's own work, and a client that misses it finds
   * the same in the record.
   */
  #sendProgress({ type: _of, userId, ...data }: Extract<HeardEvent, { type: 'recognition' }>): void {
    for (const emitter of this.#emittersOf(userId))
      if (!emitter.doubted) this.#push(emitter, { event: 'recognition_progress', data })
  }
}
