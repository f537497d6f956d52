import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient } from '@consilium/contract/client.ts'
import { HEARTBEAT_SECONDS } from '@consilium/contract/login/session.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { language } from '../texts.ts'

/** Longer than two heartbeats. A connection that is silent for so long is considered lost. */
const SILENCE_MS = 2.2 * HEARTBEAT_SECONDS * 1000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

export interface StreamEvent {
  name: string
  data: unknown
}

export interface StreamOptions {
  onEvent: (event: StreamEvent) => void
  /** The session has ended: the next attempt comes when this resolves. */
  onUnauthorized: () => Promise<void>
  /** Id of the newest message on the page; the stream delivers later ones. */
  lastEventId: number
  signal: AbortSignal
}

/** Waits for this time, or until the network is back. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const listening = new AbortController()
    const end = () => {
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end, { signal: listening.signal })
    signal.addEventListener('abort', end, { signal: listening.signal })
  })

/** Another window of this session has the stream. This one waits until it becomes visible again. */
const untilLookedAt = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    window.addEventListener('focus', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve())
  })

type End = 'unauthorized' | 'replaced' | 'dropped'

/** Reads one connection until it ends; silence ends it too. */
async function readOnce(options: StreamOptions, lastEventId: { current: string }): Promise<End> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  try {
    const client = createClient({ baseUrl: BASE_PATH, session: 'cookie', language: language() })
    const response = await client.open(messageRoutes.stream, {
      signal: AbortSignal.any([options.signal, silence.signal]),
      headers: { 'last-event-id': lastEventId.current },
    })
    if (response.status === 401) return 'unauthorized'
    if (!response.ok || !response.body) return 'dropped'
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    const reader = events.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      alive()
      const { event = 'message', data, id } = next.value
      if (id) lastEventId.current = id
      if (event === 'replaced') return 'replaced'
      options.onEvent({ name: event, data: data === '' ? null : JSON.parse(data) })
    }
    return 'dropped'
  } catch {
    return 'dropped'
  } finally {
    clearTimeout(timer)
  }
}

/** Holds the event stream open until `signal` aborts: it comes back after a drop, with growing pauses. */
export async function readStream(options: StreamOptions): Promise<void> {
  const lastEventId = { current: String(options.lastEventId) }
  for (let pause = FIRST_RETRY_MS; !options.signal.aborted; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
    let heard = false
    const onEvent = (event: StreamEvent) => {
      heard = true
      options.onEvent(event)
    }
    const end = await readOnce({ ...options, onEvent }, lastEventId)
    if (end === 'unauthorized') await options.onUnauthorized()
    if (heard || end === 'unauthorized') pause = FIRST_RETRY_MS
    if (end === 'unauthorized') continue
    await (end === 'replaced' ? untilLookedAt(options.signal) : wait(pause, options.signal))
  }
}
