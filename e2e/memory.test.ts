// Engine: only postgres
// Process: own, as it measures the memory of a node that nothing else uses
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { migratedDatabase } from '../apps/api/test/db/test-engine.ts'
import { openHandles, residentBytes } from './node-memory.ts'
import { newDataDir, startService } from './service.ts'

const ADMIN_PASSWORD = 'Fault-tested-7'
const REST_MIB_MAX = 350
/** Of a round after those that fill caches and compile code: less than a third of what passes through. */
const GROWTH_MIB_MAX = 30
const ROUNDS_TO_WARM_UP = 1
const REQUESTS = 150
const LANES = 8
const UPLOADS = 8
const UPLOAD_BYTES = 12 * 1024 * 1024
const STREAMS = 10
const POLL_MS = 100
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

const database = await migratedDatabase()
const dataDir = newDataDir()
const service = await startService({
  dataDir,
  // As scripts/run.mjs starts it.
  env: {
    ADMIN_PASSWORD,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '49152',
  },
  flags: [],
})
after(async () => {
  await service.kill()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})
const { token } = await createClient(service).call(accountRoutes.login, {
  body: { username: 'admin', password: ADMIN_PASSWORD },
})
const client = createClient({ baseUrl: service.baseUrl, token })

const MIB = 1024 * 1024
const residentMib = () => residentBytes(service.pid) / MIB
const handles = () => openHandles(service.pid)

async function inLanes(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Each replaces the former one of the session, which is ended. */
async function openStream() {
  const { method, path } = messageRoutes.stream
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const asked = request(service.baseUrl + path, { method, headers, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream & { destroy(): void }]
  await once(answer, 'data')
  return answer
}

async function round(): Promise<void> {
  let n = 0
  await inLanes(REQUESTS, () =>
    n++ % 4 === 0
      ? client.call(projectRoutes.create, { body: { projectName: randomBytes(8).toString('hex') } })
      : client.call(projectRoutes.list, { query: { pageSize: 50 } }),
  )
  const bytes = Buffer.concat([PNG, randomBytes(UPLOAD_BYTES)])
  await inLanes(UPLOADS, () => client.call(fileRoutes.upload, { file: new File([bytes], '照片.png') }))
  for (let opened = 0; opened < STREAMS; opened++) (await openStream()).destroy()
}

/** Connections of clients are kept open for a while, and are closed one after the other. */
async function untilHandles(most: number): Promise<void> {
  while (handles() > most) await delay(POLL_MS)
}

it('FLT-17: a node at rest is small, and what passes through it leaves neither memory nor handles behind', async () => {
  const atRest = residentMib()
  assert.ok(atRest <= REST_MIB_MAX, `${atRest.toFixed(0)} MiB at rest`)
  for (let warm = 0; warm < ROUNDS_TO_WARM_UP; warm++) await round()
  const before = { mib: residentMib(), handles: handles() }
  await round()
  const grown = residentMib() - before.mib
  assert.ok(grown <= GROWTH_MIB_MAX, `${grown.toFixed(0)} MiB more after a round like the ones before`)
  await untilHandles(before.handles)
})
