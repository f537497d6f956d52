import assert from 'node:assert/strict'
import { NewMessage, messageRoutes } from '@consilium/contract/messages/messages.ts'
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import type { Api } from './harness.ts'

/** A silence of this length fails the test. */
const PATIENCE_MS = 20_000

export interface EventReader {
  response: Response
  /** Next event of any kind; null after the service has ended the stream. */
  next(): Promise<EventSourceMessage | null>
  /** Next `new_message` with its data; fails if the stream ends first. */
  nextMessage(): Promise<{ id: string | undefined; data: NewMessage }>
  /** Reads to the end and returns the kinds of the remaining events. */
  untilEnd(): Promise<(string | undefined)[]>
  /** Closes the connection. */
  close(): void
}

/** Opens the notification stream as a client does. */
export async function openStream(
  api: Pick<Api, 'raw'>,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const hangUp = new AbortController()
  const signal = AbortSignal.any([hangUp.signal, AbortSignal.timeout(PATIENCE_MS)])
  const response = await api.raw(messageRoutes.stream.path, { token, headers, signal })
  assert.equal(response.status, 200)
  assert.ok(response.body)
  const events = response.body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()

  async function next(): Promise<EventSourceMessage | null> {
    const { value, done } = await events.read()
    return done ? null : value
  }

  return {
    response,
    next,
    async nextMessage() {
      for (;;) {
        const event = await next()
        assert.ok(event, 'the stream ended')
        if (event.event === 'new_message')
          return { id: event.id, data: NewMessage.parse(JSON.parse(event.data)) }
      }
    },
    async untilEnd() {
      const kinds: (string | undefined)[] = []
      for (let event = await next(); event; event = await next()) kinds.push(event.event)
      return kinds
    },
    close: () => hangUp.abort(),
  }
}
