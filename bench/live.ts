// `npm run bench:live -- [--streams 20000] [--nginx]`: what an open event stream costs a node, how long a message to everybody takes, and
// how long it takes from a commit on one node to a client of another.
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { STREAMS_OF_ADDRESS_MAX } from '../apps/api/src/modules/messages/stream-hub.ts'
import { startNginx, type Nginx } from '../e2e/nginx.ts'
import { newDataDir, startService, type Service } from '../e2e/service.ts'
import { startPostgres } from '../scripts/postgres.ts'
import type { Order, Told } from './live/messages.ts'
import { processorMs, residentMib } from './process.ts'
import { quantile } from './quantile.ts'
import { writeSection } from './results.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string' },
    commits: { type: 'string', default: '300' },
    nginx: { type: 'boolean', default: false },
  },
})

/** What a node needs besides its streams: libraries, database, log, listening sockets. */
const OTHER_HANDLES = 100
const STREAMS_OF_PROCESS = 10_000
/** nginx holds one to the client and one to the node. */
const CONNECTIONS_EACH = 2
const WARM_UP_STREAMS = 200
const SETTLE_MS = 15_000
const GOALS = { kib: 25, broadcastMs: 1000, p99Ms: 100 } as const

/** The limit of open files, which a process inherits. */
function handlesMax(): number {
  const [, soft = '0'] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(soft)
}

const residentKib = ({ pid }: Service) => residentMib(pid) * 1024
const processorSeconds = ({ pid }: Service) => processorMs(pid) / 1000

interface Listener {
  userId: number
  token: string
  from: string
}

/** Accounts with a session each, written directly: logging in would take an hour of hashing. */
async function makeListeners(client: pg.Client, count: number): Promise<Listener[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const { rows } = await client.query<{ user_id: string }>(
    `with made as (
       insert into sys_user (user_name, password_hash, role_type)
         select 'listener-' || n, '-', 'leader' from generate_series(1, $1) n returning user_id)
     select user_id from made order by user_id`,
    [count],
  )
  const userIds = rows.map(({ user_id }) => Number(user_id))
  await client.query(
    `insert into sys_session (user_id, token_hash, expire_time, end_time, last_used_time)
       select u, decode(h, 'hex'), now() + interval '1 day', now() + interval '1 day', now()
       from unnest($1::bigint[], $2::text[]) t(u, h)`,
    [userIds, hashes],
  )
  const address = (n: number) => `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`
  return userIds.map((userId, n) => ({
    userId,
    token: tokens[n]!,
    from: address(Math.floor(n / STREAMS_OF_ADDRESS_MAX)),
  }))
}

const order = (child: ChildProcess, sent: Order) => void child.send(sent)

async function answerOf<K extends Told['kind']>(child: ChildProcess, kind: K) {
  for (;;) {
    const [told] = (await once(child, 'message')) as [Told]
    if (told.kind === kind) return told as Extract<Told, { kind: K }>
  }
}

async function openStreams(service: Service, listeners: readonly Listener[]): Promise<ChildProcess[]> {
  const { hostname: host, port } = new URL(service.baseUrl)
  const path = new URL(service.baseUrl).pathname + messageRoutes.stream.path
  const children: ChildProcess[] = []
  for (let from = 0; from < listeners.length; from += STREAMS_OF_PROCESS) {
    const streams = listeners.slice(from, from + STREAMS_OF_PROCESS)
    const child = fork(fileURLToPath(new URL('live/streams.ts', import.meta.url)), {
      execArgv: process.execArgv,
    })
    children.push(child)
    order(child, { kind: 'open', opening: { host, port: Number(port), path, streams } })
    const { failed } = await answerOf(child, 'open')
    if (failed > 0) throw new Error(`${failed} of ${streams.length} streams could not be opened`)
  }
  return children
}

/** Resolves with the time when the last stream had so many messages, in milliseconds since the epoch. */
async function untilAllHave(children: readonly ChildProcess[], messages: number): Promise<number> {
  const told = children.map((child) => answerOf(child, 'all'))
  for (const child of children) order(child, { kind: 'watch', messages })
  return Math.max(...(await Promise.all(told)).map(({ lastAt }) => lastAt))
}

/** A message to everybody, committed at once. Returns when the commit was answered. */
async function broadcast(client: pg.Client, userIds: readonly number[]): Promise<number> {
  await client.query('begin')
  await client.query(
    `with sent as (
       insert into message (user_id, kind) select u, 'expertApproved' from unnest($1::bigint[]) u returning user_id, msg_id, kind)
     select count(pg_notify('consilium_events', json_build_object(
       'type', 'message', 'userId', user_id, 'msgId', msg_id, 'kind', kind)::text)) from sent`,
    [userIds],
  )
  await client.query('commit')
  return performance.timeOrigin + performance.now()
}

/** Milliseconds from the request to node A to the event at a client of node B: more than from the commit. */
async function acrossNodes(a: Service, child: ChildProcess, client: pg.Client, listener: Listener) {
  const times: number[] = []
  order(child, { kind: 'follow' })
  for (let n = 0; n < Number(values.commits); n++) {
    await client.query('insert into message (user_id, kind) values ($1, $2)', [
      listener.userId,
      'expertApproved',
    ])
    const told = answerOf(child, 'message')
    const startedAt = performance.timeOrigin + performance.now()
    const { method, path } = messageRoutes.readAll
    const headers = { authorization: `Bearer ${listener.token}` }
    const answer = await fetch(a.baseUrl + path, { method, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    times.push((await told).at - startedAt)
  }
  return times
}

const verdict = (is: number, most: number) => (is <= most ? 'met' : 'missed')

async function main(): Promise<void> {
  const wanted = Number(values.streams ?? 20_000)
  const count = Math.min(wanted, handlesMax() - OTHER_HANDLES)
  const postgres = await startPostgres()
  const dataDir = newDataDir()
  const env = { DATABASE_URL: postgres.url, ADMIN_PASSWORD: 'Listens-to-many-1', LOG_LEVEL: 'warn' }
  const services: Service[] = []
  const client = new pg.Client({ connectionString: postgres.url })
  const children: ChildProcess[] = []
  try {
    for (let n = 0; n < 2; n++) services.push(await startService({ dataDir, env, flags: [] }))
    const [a, b] = services as [Service, Service]
    await client.connect()
    const listeners = await makeListeners(client, count + WARM_UP_STREAMS)
    const warmUp = await openStreams(b, listeners.slice(count))
    for (const child of warmUp) child.kill()
    await delay(SETTLE_MS)
    const before = { kib: residentKib(b), seconds: processorSeconds(b) }
    const own = listeners.slice(0, count)
    const openedFrom = performance.now()
    children.push(...(await openStreams(b, own)))
    await untilAllHave(children, 1)
    const openingMs = performance.now() - openedFrom
    const openingSeconds = processorSeconds(b) - before.seconds
    await delay(SETTLE_MS)
    const perStream = (residentKib(b) - before.kib) / count
    const beforeBroadcast = processorSeconds(b)
    const userIds = own.map(({ userId }) => userId)
    const committedAt = await broadcast(client, userIds)
    const broadcastMs = (await untilAllHave(children, 2)) - committedAt
    const broadcastSeconds = processorSeconds(b) - beforeBroadcast
    await delay(SETTLE_MS)
    const perStreamAfter = (residentKib(b) - before.kib) / count
    const times = await acrossNodes(a, children[0]!, client, own[0]!)
    const p99 = quantile(times, 0.99)
    const limited =
      count < wanted ? ` ${wanted} were wanted; a process may have ${handlesMax()} open files here.` : ''
    const report = `${count} streams on one node, each of an account of its own, from ${Math.ceil(count / STREAMS_OF_ADDRESS_MAX)} addresses.${limited}

| | measured | goal | |
|---|---|---|---|
| memory of a stream, KiB (resident memory of the node, ${SETTLE_MS / 1000} s after opening them) | ${perStream.toFixed(1)} | ${GOALS.kib} | ${verdict(perStream, GOALS.kib)} |
| the same ${SETTLE_MS / 1000} s after a message to all | ${perStreamAfter.toFixed(1)} | ${GOALS.kib} | ${verdict(perStreamAfter, GOALS.kib)} |
| one message to all: from its commit to the last client, ms | ${broadcastMs.toFixed(0)} | ${GOALS.broadcastMs} | ${verdict(broadcastMs, GOALS.broadcastMs)} |
| processor time of the node for it, s | ${broadcastSeconds.toFixed(2)} | | |
| from a request to node A to a client of node B, ms, p50 | ${quantile(times, 0.5).toFixed(1)} | | |
| the same, p99 of ${times.length} | ${p99.toFixed(1)} | ${GOALS.p99Ms} | ${verdict(p99, GOALS.p99Ms)} |
| opening all streams, s (processor time of the node) | ${(openingMs / 1000).toFixed(1)} (${openingSeconds.toFixed(1)}) | | |`
    console.log(report)
    writeSection('Event streams (`npm run bench:live`)', report)
  } finally {
    for (const child of children) child.kill()
    for (const service of services) await service.kill()
    await client.end().catch(() => {})
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Streams through nginx to two nodes, as the shipped configuration spreads them. */
async function throughNginx(): Promise<void> {
  const count = Number(values.streams ?? 3000)
  const postgres = await startPostgres()
  const dataDir = newDataDir()
  const env = {
    DATABASE_URL: postgres.url,
    ADMIN_PASSWORD: 'Listens-to-many-1',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
  }
  const services: Service[] = []
  const client = new pg.Client({ connectionString: postgres.url })
  const children: ChildProcess[] = []
  let nginx: Nginx | undefined
  try {
    for (let n = 0; n < 2; n++) services.push(await startService({ dataDir, env, flags: [] }))
    const [a, b] = services as [Service, Service]
    const portOf = ({ baseUrl }: Service) => Number(new URL(baseUrl).port)
    nginx = await startNginx([portOf(a), portOf(b)], CONNECTIONS_EACH * count + OTHER_HANDLES)
    await client.connect()
    const listeners = await makeListeners(client, count)
    const openedFrom = performance.now()
    const baseUrl = nginx.url + new URL(a.baseUrl).pathname
    children.push(...(await openStreams({ ...a, baseUrl }, listeners)))
    await untilAllHave(children, 1)
    const openingMs = performance.now() - openedFrom
    const committedAt = await broadcast(
      client,
      listeners.map(({ userId }) => userId),
    )
    const broadcastMs = (await untilAllHave(children, 2)) - committedAt
    const report = `${count} streams through nginx to two nodes, each of an account of its own; all were opened and all got the message.

| | measured |
|---|---|
| opening all streams, until each has its first count, s | ${(openingMs / 1000).toFixed(1)} |
| one message to all: from its commit to the last client, ms | ${broadcastMs.toFixed(0)} |`
    console.log(report)
    writeSection('Event streams through nginx (`npm run bench:live -- --nginx`)', report)
  } finally {
    for (const child of children) child.kill()
    await nginx?.stop()
    for (const service of services) await service.kill()
    await client.end().catch(() => {})
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

await (values.nginx ? throughNginx() : main())
