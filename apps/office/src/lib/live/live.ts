import type { NewMessage } from '@consilium/contract/messages/messages.ts'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { readStream, type StreamEvent } from './event-stream.ts'
import { untilSettled } from './idle.ts'
import { refresh } from '../requests/send.ts'
import { untilLoggedIn } from '../session/session-gate.ts'
import { sessionQuery } from '../session/session.ts'

const LOCK = 'consilium.stream'
const CHANNEL = 'consilium.events'
const UNREAD_KEY = ['unread'] as const
/** Message types between the windows: a new window asks, and the window with the stream answers. */
const ASK_COUNT = 'ask_count'
const TELL_COUNT = 'tell_count'

type EventListener = (event: StreamEvent) => void
const listeners = new Set<EventListener>()

/** Calls the listener for every event of the stream while the component is shown. */
export function useLiveEvent(name: string, listener: (data: unknown) => void): void {
  useEffect(() => {
    const hear: EventListener = (event) => {
      if (event.name === name) listener(event.data)
    }
    listeners.add(hear)
    return () => {
      listeners.delete(hear)
    }
  }, [name, listener])
}

/** Events come from our own service, so a light check is enough. */
const isNewMessage = (data: unknown): data is NewMessage =>
  typeof data === 'object' && data !== null && 'unreadCount' in data

function receive(client: QueryClient, event: StreamEvent): void {
  if (event.name === TELL_COUNT) client.setQueryData(UNREAD_KEY, event.data as number)
  const message = event.name === 'new_message' && isNewMessage(event.data) ? event.data : null
  if (message) {
    const known = client.getQueryData<number>(UNREAD_KEY)
    client.setQueryData(UNREAD_KEY, message.unreadCount)
    if (message.msgId === undefined) {
      // Another count without a message says that a message was read in another window. The first count says nothing new.
      if (known !== undefined && known !== message.unreadCount)
        void client.invalidateQueries({ queryKey: [messageRoutes.list.path] })
    } else {
      void refresh(client)
      // The event has the newest message only; a review may be among the earlier ones.
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }
  }
  for (const listener of listeners) listener(event)
}

/**
 * One window of the session holds the stream and forwards events to the others, since a second stream of the same
 * session would replace the first. Without Web Locks (insecure addresses) each window tries, and the last visible one
 * has it.
 */
async function followStream(client: QueryClient, lastEventId: number, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL)
  const tell = (event: StreamEvent) => channel.postMessage(event)
  let isHolder = false
  channel.addEventListener('message', ({ data }) => {
    const event = data as StreamEvent
    if (event.name !== ASK_COUNT) receive(client, event)
    else if (isHolder) tell({ name: TELL_COUNT, data: client.getQueryData(UNREAD_KEY) ?? 0 })
  })
  signal.addEventListener('abort', () => channel.close())
  tell({ name: ASK_COUNT, data: null })
  // The page loads first; the stream can wait, while events from another window are heard immediately.
  await untilSettled(client)
  if (signal.aborted) return
  const read = () => {
    isHolder = true
    return readStream({
      signal,
      lastEventId,
      onEvent: (event) => {
        receive(client, event)
        if (!signal.aborted) tell(event)
      },
      onUnauthorized: async () => {
        await untilLoggedIn(signal)
      },
    })
  }
  const locks = (navigator as Partial<Navigator>).locks
  await (locks ? locks.request(LOCK, { signal }, read) : read())
}

/** Listens while somebody is logged in. */
export function useEventStream(isLoggedIn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isLoggedIn) return undefined
    const stop = new AbortController()
    const { lastMessageId = 0 } = client.getQueryData(sessionQuery.queryKey) ?? {}
    followStream(client, lastMessageId, stop.signal).catch(() => undefined)
    return () => stop.abort()
  }, [client, isLoggedIn])
}

/** The number of unread messages that the stream last sent. */
export function useUnreadCount(): number {
  const { data = 0 } = useQuery<number>({
    queryKey: UNREAD_KEY,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Shows a count that the service has just returned, before the stream sends it. */
export function useSetUnreadCount(): (count: number) => void {
  const client = useQueryClient()
  return useCallback((count) => client.setQueryData(UNREAD_KEY, count), [client])
}
