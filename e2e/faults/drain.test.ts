// Engine: only postgres
// Slow
// What becomes of transfers when something around them fails or the product is told to end.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer, json, text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import pg from 'pg'
import { migratedDatabase } from '../../apps/api/test/db/test-engine.ts'
import { newDataDir, startService } from '../service.ts'

const HEARTBEAT_SECONDS = 25
/** A slow machine may send one late. Clients treat two missing heartbeats as a broken connection. */
const LATEST_SECONDS = 2 * HEARTBEAT_SECONDS - 1
const SECOND_MS = 1000
const UNAVAILABLE = 503
const ADMIN_PASSWORD = 'Fault-tested-7'
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** More than what the sockets between both ends can hold. */
const DOWNLOAD_BYTES = 19 * 1024 * 1024
const BOUNDARY = 'a-boundary-of-this-test'
const POLL_MS = 50
const PATIENCE_MS = 30_000
/** Of the log's lines, as pino numbers them. */
const INFO = 30
const ERROR = 50

const { url: databaseUrl, drop } = await migratedDatabase()
const dataDir = newDataDir()
const logFile = join(dataDir, 'consilium.log')
const service = await startService({
  dataDir,
  env: { ADMIN_PASSWORD, DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', LOG_FILE: logFile },
})
const database = new pg.Client({ connectionString: databaseUrl })
await database.connect()
after(async () => {
  await service.kill()
  await database.end()
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
})
const session = await createClient(service).call(accountRoutes.login, {
  body: { username: 'admin', password: ADMIN_PASSWORD },
})
const headers = { authorization: `Bearer ${session.token}` }
const client = createClient({ baseUrl: service.baseUrl, token: session.token })
/** Which repeats nothing that was refused. */
const plain = createClient({ baseUrl: service.baseUrl, token: session.token, repeats: 0 })
const picture = (bytes: number) => new File([PNG, randomBytes(bytes)], 'large.png')

interface Line {
  level: number
  msg?: string
  route?: string
  status?: number
}
const lines = () =>
  readFileSync(logFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

async function until(isDone: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isDone())) {
    assert.ok(performance.now() < deadline, what)
    await delay(POLL_MS)
  }
}
const untilLeft = (count: number) =>
  until(
    () => lines().filter(({ level, msg }) => level === INFO && /client left/.test(msg ?? '')).length >= count,
    'the log does not tell of it',
  )

/** Over one connection, which the first request opens. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
async function upload(bytes: number) {
  const [head, tail] = [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    `\r\n--${BOUNDARY}--\r\n`,
  ]
  const body = Buffer.concat([Buffer.from(head), PNG, randomBytes(bytes), Buffer.from(tail)])
  const sent = request(service.baseUrl + fileRoutes.upload.path, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { error } = (await json(answer)) as { error?: string }
  return { status: answer.statusCode, error, retryAfter: answer.headers['retry-after'] }
}

it('FLT-31: an upload that finds no free descriptor is answered with 503, and the next one succeeds', async () => {
  assert.equal((await upload(1000)).status, 200)
  const limit = (most: number) => execFileSync('prlimit', ['--pid', String(service.pid), `--nofile=${most}:`])
  const open = new Set(readdirSync(`/proc/${service.pid}/fd`).map(Number))
  let free = 0
  while (open.has(free)) free++
  // No number below is free, so that nothing can be opened.
  limit(free)
  try {
    const { status, error, retryAfter } = await upload(200_000)
    assert.deepEqual([status, error], [503, 'STORAGE_UNAVAILABLE'])
    assert.ok(Number(retryAfter) > 0)
  } finally {
    limit(4096)
  }
  assert.equal((await upload(1000)).status, 200)
})

it('FLT-31: a client that leaves a download is no error of the service', async () => {
  const before = lines().filter(({ level }) => level >= ERROR).length
  const { url } = await client.call(fileRoutes.upload, { file: picture(DOWNLOAD_BYTES) })
  const sent = request(new URL(url, service.baseUrl), { agent: false, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  answer.destroy()
  await untilLeft(1)
  assert.equal(lines().filter(({ level }) => level >= ERROR).length, before)
})

it('FLT-31: nor is one that leaves an export before its first byte', async () => {
  const before = lines().filter(({ level }) => level >= ERROR).length
  await database.query('begin; lock table project in access exclusive mode')
  const path = new URL(service.baseUrl + projectRoutes.export.path)
  const sent = request(path, { agent: false, method: projectRoutes.export.method, headers }).end()
  sent.on('error', () => {})
  await until(async () => {
    const { rows } = await database.query('select 1 from pg_locks where not granted')
    return rows.length > 0
  }, 'the export does not wait')
  sent.destroy()
  await database.query('commit')
  await untilLeft(2)
  assert.equal(lines().filter(({ level }) => level >= ERROR).length, before)
})

const answerOf = async (sent: ClientRequest) => (await once(sent, 'response')) as [IncomingMessage]

/** An upload whose first half is on its way. */
function beginUpload(): ClientRequest {
  const begun = request(service.baseUrl + fileRoutes.upload.path, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  begun.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`)
  begun.write(Buffer.concat([PNG, randomBytes(1000)]))
  return begun
}

const ready = async () => {
  const answer = await fetch(new URL('/health/ready', service.baseUrl))
  return { status: answer.status, body: (await answer.json()) as { status: string } }
}

async function untilReadyIs(status: string): Promise<void> {
  while ((await ready()).body.status !== status) await delay(20)
}

// The interval is part of the specification, so this test measures it on the running product in real time.
it('EVT-2 LIM-1: the product sends a heartbeat every 25 seconds', async () => {
  const response = await plain.open(messageRoutes.stream, {
    signal: AbortSignal.timeout(LATEST_SECONDS * SECOND_MS),
  })
  const opened = performance.now()
  const events = response.body!.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  for await (const { event } of events.pipeThrough(new EventSourceParserStream())) {
    if (event !== 'heartbeat') continue
    const seconds = (performance.now() - opened) / SECOND_MS
    assert.ok(seconds > HEARTBEAT_SECONDS - 1, `it came after ${seconds} seconds`)
    return
  }
  assert.fail('the stream ended without a heartbeat')
})

it('FLT-3: told to end, it is not ready, refuses what is new and finishes what is open', async () => {
  const content = Buffer.concat([PNG, randomBytes(DOWNLOAD_BYTES)])
  const file = new File([content], 'large.png')
  const stored = await plain.call(fileRoutes.upload, { file })

  const begun = beginUpload()
  const download = request(new URL(stored.url, service.baseUrl), { agent: false }).end()
  const [downloading] = await answerOf(download)
  downloading.pause()
  const stream = request(service.baseUrl + messageRoutes.stream.path, {
    agent: false,
    headers,
  })
  const [streaming] = await answerOf(stream.end())
  const events = text(streaming)

  const ended = service.stop()
  await untilReadyIs('stopping')
  assert.equal((await ready()).status, UNAVAILABLE)
  for (const refused of [
    await plain.attempt(projectRoutes.list, { query: {} }),
    await plain.attempt(projectRoutes.create, { body: { projectName: '来晚了' } }),
  ]) {
    assert.deepEqual([refused.status, refused.error?.error], [UNAVAILABLE, 'SERVICE_STOPPING'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(refused.headers.get('connection'), 'close')
  }
  assert.match(await events, /retry: \d+\n\n$/, 'the stream tells its client to come back')

  begun.end(`\r\n--${BOUNDARY}--\r\n`)
  const [uploaded] = await answerOf(begun)
  assert.equal(uploaded.statusCode, 200)
  assert.equal(((await JSON.parse(await text(uploaded))) as { code: number }).code, 200)
  assert.ok((await buffer(downloading)).equals(content), 'the download arrived whole')
  assert.equal(await ended, 0)
})
