import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { often } from '@consilium/test-kit/often.ts'
import pg from 'pg'
import { startPostgres } from '../../scripts/postgres.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { residentBytes } from '../node-memory.ts'
import { newDataDir, startService, type Service } from '../service.ts'
import { assertOnce, create, insist, newWish, writeMeanwhile } from '../writers.ts'

const ADMIN_PASSWORD = 'Fault-tested-7'
/** Fewer are needed unless the service's own work commits often between the requests. */
const KILLS_MAX = 8
/** So many that one kill is enough. Each occupies a connection, of which one operation may hold six in ten. */
const CAUGHT_EACH = 34
const CONNECTIONS = 57
/** The proxy may catch a commit of the service's own work, such as closing the log's chain, instead of a request's. */
const CAUGHT_LEAST = often(30, 50)
const STOPS = often(1, 2)
const LOAD_MS = 1500
const TERMINATE_EVERY_MS = 100
const DOWN_MS = 1000
const FROZEN_MS = 6000
const CRASHES = often(1, 3)
const WRITING_MS = 700
/** After a fault is over, service returns by itself within so long. */
const BACK_MS = 10_000
/** Much shorter than the time for which a request waits for a hanging database. */
const READY_MS = 5000
const RETRY_MS = 50
const PATIENCE_MS = 30_000
const UNAVAILABLE = 503
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const UPLOAD_BYTES = 100_000
/** As many as an account may have under way. */
const STOPPED_UPLOADS = 8
const STOPPED_BYTES = 15 * 1024 * 1024
/** The last batch of each is not written yet. */
const MOST_OF = 0.9

const postgres = await startPostgres({ isDurable: true })
const proxy = await startDatabaseProxy(postgres.url)
const dataDir = newDataDir()
const MASTER_KEY = randomBytes(32).toString('base64')
let service: Service | undefined
after(async () => {
  await service?.kill()
  await proxy.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (): Promise<Service> => {
  const settings = { DATABASE_URL: proxy.url, DATABASE_CONNECTIONS: String(CONNECTIONS) }
  const env = { ADMIN_PASSWORD, MASTER_KEY, LOG_LEVEL: 'warn', ...settings }
  service = await startService({ dataDir, env })
  return service
}

/** A session has only so many requests in work, so that several are needed for many at once. */
const SESSIONS = 9
const tokens: string[] = []
const clientOf = ({ baseUrl }: Service, session = 0): Client =>
  createClient({ baseUrl, token: tokens[session % SESSIONS]!, repeats: 0 })

/** Runs the requests one after another in one session. */
async function statement(...texts: string[]): Promise<void> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

interface Readiness {
  status: string
  parts: { database: string; storage: string }
  warnings?: string[]
}

const ready = async ({ baseUrl }: Service) => {
  const answer = await fetch(new URL('/health/ready', baseUrl), { signal: AbortSignal.timeout(READY_MS) })
  return { status: answer.status, body: (await answer.json()) as Readiness }
}

async function untilPartIs(
  part: keyof Readiness['parts'],
  state: string,
  running: Service,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const { body } = await ready(running)
    if (body.parts[part] === state) return
    assert.ok(performance.now() < deadline, `${part} stays ${body.parts[part]}`)
    await delay(RETRY_MS)
  }
}

/** A writer begins its next record once its last one is written. */
async function untilWritten(wishes: readonly unknown[]): Promise<void> {
  const before = wishes.length
  const deadline = performance.now() + PATIENCE_MS
  while (wishes.length === before) {
    assert.ok(performance.now() < deadline, 'nothing is written')
    await delay(RETRY_MS)
  }
}

const endSessions = () =>
  statement("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'consilium%'")

const first = await start()
for (let session = 0; session < SESSIONS; session++) {
  const body = { username: 'admin', password: ADMIN_PASSWORD }
  tokens.push((await createClient(first).call(accountRoutes.login, { body })).token)
}

it(`COR-3, FLT-2: ${CAUGHT_LEAST} or more requests killed between commit and answer are answered when repeated, and create once`, async () => {
  let replayed = 0
  for (let kill = 0; replayed < CAUGHT_LEAST && kill < KILLS_MAX; kill++) {
    const running = service ?? (await start())
    const wishes = Array.from({ length: CAUGHT_EACH }, newWish)
    const caught = proxy.withholdCommits(CAUGHT_EACH)
    const lost = Promise.allSettled(wishes.map((wish, n) => create(clientOf(running, n), wish)))
    await caught
    await running.kill()
    assert.ok(
      (await lost).every(({ status }) => status === 'rejected'),
      'none of them was answered',
    )
    proxy.restore()
    const client = clientOf(await start())
    for (const wish of wishes) {
      const reply = await insist(client, wish)
      if (reply.headers.get('idempotency-replayed') === 'true') replayed += 1
    }
    await assertOnce(client, wishes)
  }
  assert.ok(replayed >= CAUGHT_LEAST, `${replayed} of them had been committed`)
})

it(`COR-3, FLT-2: stopped under load by SIGTERM, ${STOPS} times: every request has created exactly once`, async () => {
  for (let stop = 0; stop < STOPS; stop++) {
    const running = service ?? (await start())
    const client = clientOf(running)
    const wishes = Array.from({ length: LOAD_MS / RETRY_MS }, newWish)
    const sent = wishes.map(async (wish, index) => {
      await delay(index * RETRY_MS)
      await create(client, wish).catch(() => null)
    })
    await delay(LOAD_MS / 2)
    await running.stop()
    await Promise.all(sent)
    const next = clientOf(await start())
    for (const wish of wishes) await insist(next, wish)
    await assertOnce(next, wishes)
  }
})

it('FLT-1, FLT-2: killed sessions and a restarting database end neither the process nor a request', async () => {
  const running = service ?? (await start())
  const client = clientOf(running)
  const load = writeMeanwhile(client)
  for (let ms = 0; ms < LOAD_MS; ms += TERMINATE_EVERY_MS) {
    await endSessions()
    await delay(TERMINATE_EVERY_MS)
  }
  await postgres.restart(async () => {
    await untilPartIs('database', 'unavailable', running)
    const { status: code, body } = await ready(running)
    assert.deepEqual(
      [code, body.status, body.parts.database, body.parts.storage],
      [UNAVAILABLE, 'unavailable', 'unavailable', 'ok'],
    )
    await delay(DOWN_MS)
  })
  await untilPartIs('database', 'ok', running)
  await load.end()
  assert.ok(load.failures.length > 0, 'requests were refused meanwhile')
  for (const { status, error, headers } of load.failures) {
    assert.ok(['DATABASE_BUSY', 'REQUEST_IN_PROGRESS'].includes(error?.error ?? ''), JSON.stringify(error))
    if (status === UNAVAILABLE) assert.ok(Number(headers.get('retry-after')) > 0, 'it says when to come back')
  }
  await assertOnce(client, load.wishes)
  assert.equal((await ready(running)).status, 200, 'the same process goes on')
})

it('FLT-22: PostgreSQL with all its processes is killed in the middle of writes: nothing is lost or done twice', async () => {
  const running = service ?? (await start())
  const client = clientOf(running)
  const load = writeMeanwhile(client)
  for (let crash = 0; crash < CRASHES; crash++) {
    await untilWritten(load.wishes)
    await delay(WRITING_MS)
    await postgres.crash()
  }
  await load.end()
  assert.ok(load.failures.length > 0, 'requests were under way')
  await assertOnce(client, load.wishes)
  await untilPartIs('database', 'ok', running)
  assert.equal((await ready(running)).status, 200, 'the same process goes on')
})

it('FLT-18: a database server that is stopped under load serves again by itself, and nothing is lost or done twice', async () => {
  const running = service ?? (await start())
  const load = writeMeanwhile(clientOf(running))
  await delay(LOAD_MS)
  postgres.freeze()
  try {
    // What was found a second ago is answered first.
    await untilPartIs('database', 'unavailable', running)
    assert.equal((await ready(running)).status, UNAVAILABLE)
    await delay(FROZEN_MS)
  } finally {
    postgres.thaw()
  }
  await untilPartIs('database', 'ok', running, BACK_MS)
  await insist(clientOf(running), newWish())
  await load.end()
  await assertOnce(clientOf(running), load.wishes)
})

it('FLT-9: readiness reports a read-only database, and writes are refused with 503', async () => {
  const running = service ?? (await start())
  await statement('alter role consilium set default_transaction_read_only = on')
  await endSessions()
  await untilPartIs('database', 'readOnly', running)
  const refused = await create(clientOf(running), newWish())
  assert.deepEqual([refused.status, refused.error?.error], [UNAVAILABLE, 'DATABASE_BUSY'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  await statement(
    'set default_transaction_read_only = off',
    'alter role consilium reset default_transaction_read_only',
  )
  await endSessions()
  await untilPartIs('database', 'ok', running)
  await insist(clientOf(running), newWish())
})

/** Limits the size of files that a process may write, which the kernel enforces as it does a full disk. */
const limitFileSize = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

const picture = () => new File([PNG, randomBytes(UPLOAD_BYTES)], '照片.png')

it('FLT-12: on a full disk uploads are refused in the envelope and leave nothing, and other work goes on', async () => {
  const running = service ?? (await start())
  const client = clientOf(running)
  await client.call(fileRoutes.upload, { file: picture() })
  const before = filesBelow(join(dataDir, 'files')).length
  limitFileSize(running.pid, 0)
  await untilPartIs('storage', 'full', running)
  const refused = await client.attempt(fileRoutes.upload, { file: picture() })
  assert.deepEqual([refused.status, refused.error?.error], [UNAVAILABLE, 'STORAGE_UNAVAILABLE'])
  const wish = newWish()
  assert.equal((await create(client, wish)).status, 200)
  limitFileSize(running.pid, 'unlimited')
  await untilPartIs('storage', 'ok', running)
  assert.equal(filesBelow(join(dataDir, 'files')).length, before)
  await assertOnce(client, [wish])
  await client.call(fileRoutes.upload, { file: picture() })
})

/** What the process holds open in the folder of uploads, whose files have no name any more. */
function spooledBytes(pid: number): number {
  const sizeOf = (path: string) => {
    try {
      return readlinkSync(path).includes('/incoming/') ? statSync(path).size : 0
    } catch (error) {
      // It was closed since the folder was read.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
      throw error
    }
  }
  return readdirSync(`/proc/${pid}/fd`).reduce((sum, name) => sum + sizeOf(`/proc/${pid}/fd/${name}`), 0)
}

it(`FLT-6: ${STOPPED_UPLOADS} uploads that stop under way are on the disk, and one more is refused`, async () => {
  const running = service ?? (await start())
  const before = residentBytes(running.pid)
  const boundary = 'a-boundary'
  const headers = {
    authorization: `Bearer ${tokens[0]}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
  const uploads = Array.from({ length: STOPPED_UPLOADS }, () => {
    const upload = request(running.baseUrl + fileRoutes.upload.path, {
      method: 'POST',
      agent: false,
      headers,
    })
    upload.on('error', () => {})
    upload.write(head)
    return upload
  })
  const chunk = randomBytes(STOPPED_BYTES)
  const sent = uploads.map((upload) => new Promise((resolve) => upload.write(chunk, resolve)))
  await Promise.all(sent)
  const refused = await clientOf(running).attempt(fileRoutes.upload, { file: picture() })
  assert.equal(refused.status, 429)
  const sentBytes = STOPPED_UPLOADS * STOPPED_BYTES
  const arrived = performance.now() + PATIENCE_MS
  while (spooledBytes(running.pid) < sentBytes * MOST_OF) {
    assert.ok(performance.now() < arrived, 'they are on the disk')
    await delay(RETRY_MS)
  }
  const grown = residentBytes(running.pid) - before
  assert.ok(grown < sentBytes, `${grown} bytes more in memory`)
  for (const upload of uploads) upload.destroy()
  const deadline = performance.now() + PATIENCE_MS
  while ((await clientOf(running).attempt(fileRoutes.upload, { file: picture() })).status !== 200) {
    assert.ok(performance.now() < deadline, 'uploads that were given up still count')
    await delay(RETRY_MS)
  }
})

it("FLT-14, FLT-30: a node whose clock is an hour ahead says so and goes by the database's time", async () => {
  const env = {
    MASTER_KEY,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'warn',
    METRICS_PORT: '0',
    NODE_OPTIONS: `--import=${new URL('./clock-ahead.mjs', import.meta.url).href}`,
  }
  const ahead = await startService({ dataDir, env })
  try {
    const { status, body } = await ready(ahead)
    assert.equal(status, 200)
    assert.match(body.warnings?.join() ?? '', /clock of this node is 3[56]\d\d s ahead/)
    const [, metricsUrl = ''] = /^Metrics +(\S+)$/m.exec(ahead.output()) ?? []
    assert.match(await (await fetch(metricsUrl)).text(), /^clock_ahead_seconds 3[56]\d\d/m)
    const data = await clientOf(ahead).call(fileRoutes.upload, { file: picture() })
    const running = service ?? (await start())
    for (const node of [ahead, running])
      assert.equal((await fetch(new URL(data.url, node.baseUrl))).status, 200)
  } finally {
    await ahead.stop()
  }
})

it('FLT-10: readiness is answered while the database hangs', async () => {
  const running = service ?? (await start())
  proxy.freeze()
  try {
    await untilPartIs('database', 'unavailable', running)
    assert.equal((await ready(running)).status, UNAVAILABLE)
  } finally {
    proxy.restore()
  }
  await untilPartIs('database', 'ok', running)
})
