// Engine: only postgres
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import pg from 'pg'
import { migratedDatabase } from '../../apps/api/test/db/test-engine.ts'
import { INSPECTED, openInspector, residentBytes } from '../node-memory.ts'
import { newDataDir, startService, UNMEASURED_FLAGS } from '../service.ts'

const ADMIN_PASSWORD = 'Fault-tested-7'
const SILENCE_SECONDS = 8
const POLL_MS = 100
const PATIENCE_MS = 180_000
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** More than what the sockets between both ends can hold. */
const DOWNLOAD_BYTES = 19 * 1024 * 1024
const READERS = 8
/** With names of 640 random characters, of which a file keeps half, several times more than sockets hold. */
const EXPORTED_ACCOUNTS = 40_000
const EXPORTS = 2
const LOOK_MS = 1000
/** Batches of rows under way. A whole file has more than 12 MiB. */
const BYTES_OF_EXPORT_MAX = 8 * 1024 * 1024
const SLOW_LOGINS = 2000
const SLOW_UPLOADS = 8
/** Fewer than wait to be accepted. */
const OPENED_AT_ONCE = 200
const DRIP_MS = 1000
const DRIPS = 5
/** For each slow connection: sockets, parsers and requests, whose bodies have not come. */
const BYTES_EACH_MAX = 100_000

const database = await migratedDatabase()
const dataDir = newDataDir()
const service = await startService({
  dataDir,
  env: {
    ADMIN_PASSWORD,
    DATABASE_URL: database.url,
    CLIENT_SILENCE_SECONDS: String(SILENCE_SECONDS),
    LOG_LEVEL: 'warn',
  },
  flags: [...UNMEASURED_FLAGS, INSPECTED],
})
after(async () => {
  await service.kill()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})
const session = await createClient(service).call(accountRoutes.login, {
  body: { username: 'admin', password: ADMIN_PASSWORD },
})
const authorization = `Bearer ${session.token}`
const client = createClient({ baseUrl: service.baseUrl, token: session.token, repeats: 0 })
const at = new URL(service.baseUrl)

const inHex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

/** How many of these connections are established at the service's end, by both ports in the kernel's table. */
function openAmong(ports: ReadonlySet<number>): number {
  const established = new RegExp(
    `^ *\\d+: [\\dA-F]{8}:${inHex(Number(at.port))} [\\dA-F]{8}:([\\dA-F]{4}) 01 `,
    'gm',
  )
  const table = readFileSync(`/proc/${service.pid}/net/tcp`, 'utf8')
  return [...table.matchAll(established)].filter(([, port]) => ports.has(Number.parseInt(port!, 16))).length
}

async function statement(text: string, params: unknown[]): Promise<void> {
  const connection = new pg.Client({ connectionString: database.url })
  await connection.connect()
  await connection.query(text, params)
  await connection.end()
}

/** The client's ports of these connections. */
const portsOf = (sockets: readonly Socket[]): ReadonlySet<number> =>
  new Set(sockets.flatMap(({ localPort }) => localPort ?? []))

async function until(isDone: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isDone())) {
    assert.ok(performance.now() < deadline, what)
    await delay(POLL_MS)
  }
}

const TRIES = 5

/**
 * A connection that fell silent may be closed at the moment at which the next request uses it, and on a busy machine an answer
 * may take longer than silence is allowed.
 */
const again = <T>(work: () => Promise<T>, tries = TRIES): Promise<T> =>
  work().catch((error: unknown) => {
    if (tries === 1) throw error
    return again(work, tries - 1)
  })

const assertServes = () => again(serves)

async function serves(): Promise<void> {
  assert.equal((await fetch(new URL('/health/ready', service.baseUrl))).status, 200)
  const { projectId } = await client.call(projectRoutes.create, { body: { projectName: '其他人' } })
  assert.ok(projectId > 0)
  await client.call(projectRoutes.list, { query: {} })
}

/** Begins to download and never reads what comes after the headers. */
async function beginReading(path: string, method = 'GET'): Promise<IncomingMessage> {
  const headers = { authorization }
  const sent = request(new URL(path, service.baseUrl), { agent: false, method, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  answer.pause()
  return answer
}

it('FLT-19: clients that never read hold up nobody, and are closed', async () => {
  const file = new File([PNG, randomBytes(DOWNLOAD_BYTES)], 'large.png')
  const { url } = await again(() => client.call(fileRoutes.upload, { file }))
  const stream = await beginReading(new URL(service.baseUrl + messageRoutes.stream.path).pathname)
  const bytesBefore = residentBytes(service.pid)
  const answers = await Promise.all(Array.from({ length: READERS }, () => beginReading(url)))
  const readers = portsOf(answers.map(({ socket }) => socket))
  assert.ok(openAmong(readers) > 0)
  await assertServes()
  assert.ok(
    residentBytes(service.pid) - bytesBefore < READERS * DOWNLOAD_BYTES,
    'what nobody reads is not in memory',
  )
  await until(() => openAmong(readers) === 0, 'connections of clients that never read stay open')
  for (const answer of answers) await assert.rejects(buffer(answer), /aborted/)
  assert.ok(!stream.destroyed, 'an event stream, on which little comes, stays')
  stream.destroy()
  await assertServes()
})

it('FLT-23: clients that ask for large exports and never read them take little memory, and are closed', async () => {
  await statement(
    `insert into sys_user (user_name, password_hash, role_type, display_name)
       select md5(random()::text), '-', 'leader',
              (select string_agg(md5(random()::text || account || piece), '') from generate_series(1, 20) piece)
         from generate_series(1, $1) account`,
    [EXPORTED_ACCOUNTS],
  )
  const inspector = await openInspector(service.output())
  const before = await inspector.heldBytes()
  const path = new URL(service.baseUrl + accountRoutes.export.path).pathname
  const answers = await Promise.all(
    Array.from({ length: EXPORTS }, () => beginReading(path, accountRoutes.export.method)),
  )
  const readers = portsOf(answers.map(({ socket }) => socket))
  assert.ok(openAmong(readers) > 0)
  await assertServes()
  let held = 0
  await until(async () => {
    // More looks than these would slow the exports down.
    await delay(LOOK_MS)
    held = Math.max(held, (await inspector.heldBytes()) - before)
    return openAmong(readers) === 0
  }, 'exports that nobody reads stay open')
  inspector.close()
  assert.ok(held < EXPORTS * BYTES_OF_EXPORT_MAX, `${held} bytes more in use`)
  for (const answer of answers)
    await assert.rejects(buffer(answer), /aborted/, 'it was longer than what sockets hold')
  await assertServes()
})

/** Opens a connection, and sends the start of a request that it goes on with one byte at a time. */
async function drip(head: string): Promise<Socket> {
  const socket = connect(Number(at.port), at.hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(head)
  return socket
}

it(`FLT-20: ${SLOW_LOGINS} bodies and as many uploads as one account may send come a byte a second, and others are served`, async () => {
  const before = residentBytes(service.pid)
  const path = (route: { path: string }) => new URL(service.baseUrl + route.path).pathname
  const login = `POST ${path(accountRoutes.login)} HTTP/1.1\r\nhost: ${at.host}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`
  const upload = `POST ${path(fileRoutes.upload)} HTTP/1.1\r\nhost: ${at.host}\r\nauthorization: ${authorization}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\n`
  const heads = [...Array<string>(SLOW_LOGINS).fill(login), ...Array<string>(SLOW_UPLOADS).fill(upload)]
  const sockets: Socket[] = []
  while (sockets.length < heads.length) {
    const next = heads.slice(sockets.length, sockets.length + OPENED_AT_ONCE)
    sockets.push(...(await Promise.all(next.map(drip))))
  }
  const ports = portsOf(sockets)
  for (let n = 0; n < DRIPS; n++) {
    for (const socket of sockets) socket.write(' ')
    await assertServes()
    await delay(DRIP_MS)
  }
  assert.ok(openAmong(ports) > sockets.length / 2, 'most of them are still being received')
  const grown = residentBytes(service.pid) - before
  assert.ok(grown < sockets.length * BYTES_EACH_MAX, `${grown} bytes more in memory`)
  await until(() => openAmong(ports) === 0, 'clients that fell silent stay connected')
  await assertServes()
  for (const socket of sockets) socket.destroy()
})
