// A process that holds thousands of event streams, each from an address of 127.0.0.0/8, and says when messages arrive.
// Sockets without a parser, since the clients share the machine with what is measured.
import { connect, type Socket } from 'node:net'
import type { Opening, Order, Told } from './messages.ts'

const OPENED_AT_ONCE = 100
const NEEDLE = 'event: new_message'

const now = () => performance.timeOrigin + performance.now()
const tell = (told: Told) => void process.send?.(told)

let counts: number[] = []
let wanted = Number.POSITIVE_INFINITY
let arrived = 0
let firstAt = 0
let isFollowing = false
const sockets: Socket[] = []

function count(stream: number, found: number): void {
  const before = counts[stream] ?? 0
  counts[stream] = before + found
  if (isFollowing && stream === 0) tell({ kind: 'message', at: now() })
  if (before >= wanted || before + found < wanted) return
  arrived += 1
  if (arrived === 1) firstAt = now()
  if (arrived === counts.length) tell({ kind: 'all', firstAt, lastAt: now() })
}

function listen(stream: number, { host, port, path, streams }: Opening): Promise<boolean> {
  const { token, from } = streams[stream]!
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, localAddress: from })
  // A piece of the needle may come with the chunk before.
  let rest = ''
  socket.on('data', (chunk) => {
    const text = rest + chunk.toString('latin1')
    if (rest === '' && text.startsWith('HTTP/1.1')) resolve(text.startsWith('HTTP/1.1 200'))
    const found = text.split(NEEDLE).length - 1
    const tail = text.lastIndexOf(NEEDLE)
    rest = text.slice(Math.max(tail < 0 ? 0 : tail + NEEDLE.length, text.length - NEEDLE.length))
    if (found > 0) count(stream, found)
  })
  socket.on('error', () => resolve(false))
  socket.on('close', () => resolve(false))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`,
  )
  sockets.push(socket)
  return promise
}

async function open(opening: Opening): Promise<void> {
  counts = opening.streams.map(() => 0)
  let next = 0
  let failed = 0
  const lane = async () => {
    while (next < opening.streams.length) if (!(await listen(next++, opening))) failed += 1
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, lane))
  tell({ kind: 'open', failed })
}

function watch(messages: number): void {
  wanted = messages
  arrived = counts.filter((had) => had >= messages).length
  if (arrived === counts.length) tell({ kind: 'all', firstAt: now(), lastAt: now() })
}

process.on('message', (order: Order) => {
  if (order.kind === 'open') void open(order.opening)
  else if (order.kind === 'watch') watch(order.messages)
  else isFollowing = true
})
process.on('disconnect', () => process.exit())
