import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fastify } from 'fastify'
import { lastEventId, openEventStream, type EventStream } from './event-stream.ts'

const WAITING_MAX_BYTES = 256 * 1024

const CHUNK = 'x'.repeat(64 * 1024)
/** More chunks than the socket buffers of this machine hold. */
const CHUNKS_MAX = 2000
const PATIENCE_MS = 30_000

const app = fastify()
let opened = Promise.withResolvers<EventStream>()
app.get('/stream', (_request, reply) => {
  opened.resolve(openEventStream(reply))
  return reply
})
await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())
const { port } = app.server.address() as AddressInfo

/** A connection that opens the stream and reads nothing. */
async function silentReader() {
  opened = Promise.withResolvers()
  const socket = connect({ host: '127.0.0.1', port })
  socket.pause()
  socket.write('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return { socket, stream: await opened.promise }
}

describe('an event stream', { timeout: PATIENCE_MS }, () => {
  it('disconnects a reader that is too slow', async () => {
    const { socket, stream } = await silentReader()
    const over = Promise.withResolvers<void>()
    stream.onClose(over.resolve)
    let sent = 0
    const fill = async () => {
      for (; sent < CHUNKS_MAX; sent++) {
        stream.send({ event: 'chunk', data: CHUNK })
        await turn()
      }
    }
    await assert.rejects(fill(), /too slow/)
    assert.ok(sent * CHUNK.length > WAITING_MAX_BYTES, 'a little may wait')
    await over.promise
    assert.throws(() => stream.send({ event: 'late', data: {} }), /gone/)
    socket.destroy()
  })

  it('reports that its reader has disconnected, and refuses to send from then on', async () => {
    const { socket, stream } = await silentReader()
    const over = Promise.withResolvers<void>()
    stream.onClose(over.resolve)
    socket.destroy()
    await over.promise
    assert.throws(() => stream.send({ event: 'late', data: {} }), /gone/)
    let told = false
    stream.onClose(() => void (told = true))
    assert.ok(told, 'also whoever asks after the end')
    stream.close()
  })

  it('sends name, id and data, and ends', async () => {
    const { socket, stream } = await silentReader()
    stream.send({ event: 'greeting', id: 12, data: { text: 'line\nbreak' } })
    stream.close()
    let text = ''
    for await (const bytes of socket.setEncoding('utf8')) {
      text += String(bytes)
      if (text.endsWith('\r\n0\r\n\r\n')) break
    }
    assert.ok(text.includes('content-type: text/event-stream'))
    assert.ok(text.includes('event: greeting\nid: 12\ndata: {"text":"line\\nbreak"}\n\n'))
    socket.destroy()
  })
})

it('a Last-Event-ID is a number that a stream may have sent', () => {
  assert.equal(lastEventId('42'), 42)
  for (const strange of [undefined, '', '-1', '1.5', 'abc', ['1', '2'], '9'.repeat(20)])
    assert.equal(lastEventId(strange), null)
})
