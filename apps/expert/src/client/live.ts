import { BASE_PATH } from '@consilium/contract/addresses.ts'
import type { NewMessage } from '@consilium/contract/messages/messages.ts'
import { HEARTBEAT_SECONDS, SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { refresh } from './page.ts'
import { untilLoggedIn } from './session.ts'
import { language } from './words.ts'

const STREAM = `${BASE_PATH}/business/message/stream`
/** The windows of the office have the same lock and channel. */
const LOCK = 'consilium.stream'
const CHANNEL = 'consilium.events'
/** Longer than two heartbeats. A connection that is silent for so long is considered lost. */
const SILENCE_MS = 2.2 * HEARTBEAT_SECONDS * 1000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000
const UNAUTHENTICATED = 401

interface StreamEvent {
  name: string
  data: unknown
}

/** A new window asks for the count, and the window with the stream answers. */
const ASK_COUNT = 'ask_count'
const TELL_COUNT = 'tell_count'

let shownCount = 0

/** Another count without a message says that one was read elsewhere, or came before this window listened. */
function note(count: number, isNew: boolean): void {
  const isNews = isNew || count !== shownCount
  shownCount = count
  if (isNews) void refresh()
}

function receive({ name, data }: StreamEvent): void {
  if (name === TELL_COUNT) note(data as number, false)
  if (name !== 'new_message') return
  const { unreadCount, msgId } = data as NewMessage
  note(unreadCount, msgId !== undefined)
}

/** Waits for this time, or until the network is back. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })

/** Another window of this session has the stream. This one waits until it becomes visible again. */
const untilLookedAt = () =>
  new Promise<void>((resolve) => addEventListener('focus', () => resolve(), { once: true }))

type End = 'unauthorized' | 'replaced' | 'dropped'

interface Place {
  lastEventId: string
}

/** Reads one connection until it ends; silence ends it too. */
async function readOnce(place: Place, hear: (event: StreamEvent) => void): Promise<End> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  let isReplaced = false
  const onEvent = ({ event = 'message', data, id }: EventSourceMessage) => {
    if (id !== undefined) place.lastEventId = id
    if (event === 'replaced') isReplaced = true
    else hear({ name: event, data: data === '' ? null : JSON.parse(data) })
  }
  const parser = createParser({ onEvent })
  try {
    const headers = {
      [SESSION_HEADER]: SESSION_IN_COOKIE,
      'accept-language': language(),
      'last-event-id': place.lastEventId,
    }
    const response = await fetch(STREAM, { signal: silence.signal, headers })
    if (response.status === UNAUTHENTICATED) return 'unauthorized'
    if (!response.ok || !response.body) return 'dropped'
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      parser.feed(decoder.decode(next.value, { stream: true }))
      if (isReplaced) return 'replaced'
    }
    return 'dropped'
  } catch {
    return 'dropped'
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** Holds the stream open: it comes back after a drop, with growing pauses. */
async function readStream(place: Place, hear: (event: StreamEvent) => void): Promise<never> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
    let heard = false
    const end = await readOnce(place, (event) => {
      heard = true
      hear(event)
    })
    if (heard) wait = FIRST_RETRY_MS
    if (end === 'unauthorized') await untilLoggedIn()
    else await (end === 'replaced' ? untilLookedAt() : pause(wait))
  }
}

/** One window of the session holds the stream and tells the others, since a second stream would replace the first. */
export async function followStream(lastEventId: string, unread: number): Promise<void> {
  shownCount = unread
  const channel = new BroadcastChannel(CHANNEL)
  const tell = (event: StreamEvent) => channel.postMessage(event)
  let isHolder = false
  channel.addEventListener('message', ({ data }) => {
    const event = data as StreamEvent
    if (event.name !== ASK_COUNT) receive(event)
    else if (isHolder) tell({ name: TELL_COUNT, data: shownCount })
  })
  tell({ name: ASK_COUNT, data: null })
  const read = () => {
    isHolder = true
    return readStream({ lastEventId }, (event) => {
      receive(event)
      tell(event)
    })
  }
  const { locks } = navigator as Partial<Navigator>
  await (locks ? locks.request(LOCK, read) : read())
}
