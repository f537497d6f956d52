import type { FastifyReply } from 'fastify'

/** Bytes that may wait for a slow reader; it is dropped when more do. */
export const WAITING_MAX_BYTES = 256 * 1024
/** Pause before a browser connects again. */
const RECONNECT_MS = 3000
/** A reader that does not take the end of the stream is cut off after this. */
const END_GRACE_MS = 5000

export interface ServerEvent {
  event: string
  data: unknown
  /** Position that a reader names in Last-Event-ID when it comes back. */
  id?: number
}

/** An open answer of server-sent events (HTML Standard, 9.2). */
export interface EventStream {
  /** Throws where the event cannot be sent: the reader is gone, or so slow that it has been dropped. */
  send(event: ServerEvent): void
  /** Ends the answer; nothing is sent any more. */
  close(): void
  /** Called once when the answer is over, whoever ended it. */
  onClose(handler: () => void): void
}

// JSON has no line breaks, so that the data is one line.
const written = ({ event, data, id }: ServerEvent) =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** Takes the reply over and begins the stream. */
export function openEventStream(reply: FastifyReply): EventStream {
  const { raw, request } = reply
  reply.hijack()
  // Without a listener, a write that crosses the reader's leaving would end the process.
  raw.on('error', (error) => request.log.debug(error))
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  })
  raw.write(`retry: ${RECONNECT_MS}\n\n`)
  const isOver = () => raw.writableEnded || raw.destroyed || request.raw.socket.destroyed

  return {
    send(event) {
      if (isOver()) throw new Error('The reader of the event stream is gone')
      raw.write(written(event))
      if (raw.writableLength <= WAITING_MAX_BYTES) return
      raw.destroy()
      throw new Error('The reader of the event stream was too slow and has been dropped')
    },
    close() {
      if (isOver()) return
      raw.end()
      setTimeout(() => raw.destroy(), END_GRACE_MS).unref()
    },
    onClose(handler) {
      if (isOver()) handler()
      else raw.once('close', handler)
    },
  }
}

/** The position that a returning reader names; null for a new one, and for what no stream of ours sent. */
export function lastEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}
