import { NewMessage, messageRoutes } from '@consilium/contract/messages/messages.ts'
import type { Client } from '@consilium/contract/client.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { Unexpected } from './narrator.ts'

const PATIENCE_MS = 15_000

/** An open notification stream. */
export interface Listening {
  /** Waits for the next new_message that meets the condition. Throws if none arrives. */
  next(meets: (message: NewMessage) => boolean): Promise<NewMessage>
  close(): void
}

/** Opens the caller's notification stream and waits for its first event. */
export async function listen(client: Client): Promise<Listening> {
  const hangUp = new AbortController()
  const response = await client.open(messageRoutes.stream, { signal: hangUp.signal })
  if (!response.ok || !response.body) throw new Unexpected(`the event stream answered ${response.status}`)
  const events = response.body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()

  async function next(meets: (message: NewMessage) => boolean): Promise<NewMessage> {
    const timer = setTimeout(() => hangUp.abort(), PATIENCE_MS)
    try {
      for (;;) {
        const { value, done } = await events.read()
        if (done) throw new Unexpected('the event stream ended')
        if (value.event !== 'new_message') continue
        const message = NewMessage.parse(JSON.parse(value.data))
        if (meets(message)) return message
      }
    } finally {
      clearTimeout(timer)
    }
  }
  await next(() => true)
  return { next, close: () => hangUp.abort() }
}
