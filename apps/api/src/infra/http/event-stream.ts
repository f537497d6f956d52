import { randomInt } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Bytes buffered for a slow client; it is disconnected beyond them. */
export const WAITING_MAX_BYTES = 256 * 1024
/** Delay before a browser reconnects. */
const RECONNECT_MS = 3000
/** The same after the node has stopped: not all of its clients at the same moment. */
const COME_BACK_MS = { min: 500, max: 3000 }
/** Time after which the connection is destroyed if the client does not read the end of the stream. */
const END_GRACE_MS = 5000

export interface ServerEvent {
  event: string
  data: unknown
  /** Event id, which the client sends in Last-Event-ID when it reconnects. */
  id?: number
}

/** An open response of server-sent events (HTML Standard, 9.2). */
export interface EventStream {
  /** Sends an event. Throws if the client is disconnected, or was dropped because it is too slow. */
  send(event: ServerEvent): void
  /** Ends the response. */
  close(): void
  /** Ends the response and tells the client to reconnect after a short time of random length. */
  comeBack(): void
  /** Called once when the response has ended, by either side. */
  onClose(handler: () => void): void
}

// JSON.stringify writes no line breaks, so the data is one line.
const written = ({ event, data, id }: ServerEvent) =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** Hijacks the reply and starts the stream. */
export function openEventStream(reply: FastifyReply): EventStream {
  const { raw, request } = reply
  reply.hijack()
  // Without a listener, a write to a closed connection would end the process.
  raw.on('error', (error) => request.log.debug(error))
  // Heartbeats show that the client is there, and the limit of waiting bytes ends a stream that nobody reads.
  raw.setTimeout(0)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  })
  raw.write(`retry: ${RECONNECT_MS}\n\n`)
  const isOver = () => raw.writableEnded || raw.destroyed || request.raw.socket.destroyed

  function close(): void {
    if (isOver()) return
    raw.end()
    setTimeout(() => raw.destroy(), END_GRACE_MS).unref()
  }

  return {
    send(event) {
      if (isOver()) throw new Error('The reader of the event stream is gone')
      raw.write(written(event))
      if (raw.writableLength <= WAITING_MAX_BYTES) return
      raw.destroy()
      throw new Error('The reader of the event stream was too slow and has been dropped')
    },
    close,
    comeBack() {
      if (isOver()) return
      raw.write(`retry: ${randomInt(COME_BACK_MS.min, COME_BACK_MS.max)}\n\n`)
      close()
    },
    onClose(handler) {
      if (isOver()) handler()
      else raw.once('close', handler)
    },
  }
}

/** Returns the Last-Event-ID of a reconnecting client; null for a new client or an invalid id. */
export function lastEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}
