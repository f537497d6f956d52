// Engine: only postgres
// Slow
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient } from '@consilium/contract/client.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import { migratedDatabase } from '../apps/api/test/db/test-engine.ts'
import { startCluster } from './cluster.ts'
import { settingsFree } from './service.ts'
import { countNames } from './writers.ts'

const WALKTHROUGH = fileURLToPath(new URL('./walkthrough.ts', import.meta.url))
const WRITERS = 4
/** Between what one of them does; the four leave no node without a request for long. */
const PAUSE_MS = 25
const PREFIX = '滚动-'
const WRONG_PASSWORDS = 5

const database = await migratedDatabase()
const cluster = await startCluster({ recognition: false, databaseUrl: database.url })
after(async () => {
  await cluster.stop()
  await database.drop()
})
const baseUrl = cluster.url + BASE_PATH
const { token } = await createClient({ baseUrl }).call(accountRoutes.login, {
  body: { username: 'admin', password: cluster.adminPassword },
})
const client = createClient({ baseUrl, token })

it('the walkthrough passes on two nodes behind nginx, with PostgreSQL and S3', async () => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...SHORT_LIVED_FLAGS, WALKTHROUGH],
    {
      env: {
        ...settingsFree(),
        BASE_URL: baseUrl,
        ADMIN_PASSWORD: cluster.adminPassword,
        DATA_DIR: cluster.dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(code, 0, said)
})

it('FLT-3: nodes behind nginx restarted one after the other under load lose no request', async () => {
  const over = new AbortController()
  const made: string[] = []
  async function work(): Promise<void> {
    while (!over.signal.aborted) {
      const projectName = `${PREFIX}${randomUUID()}`
      const headers = { 'idempotency-key': randomUUID() }
      await client.call(projectRoutes.create, { body: { projectName }, headers })
      made.push(projectName)
      await client.call(projectRoutes.list, { query: { projectName } })
      await delay(PAUSE_MS)
    }
  }
  const load = Promise.all(Array.from({ length: WRITERS }, work))
  for (const index of [0, 1] as const) assert.equal(await cluster.restart(index), 0)
  over.abort()
  await load
  const counts = await countNames(client, PREFIX)
  for (const projectName of made) assert.equal(counts.get(projectName), 1, projectName)
  assert.ok(made.length > WRITERS, 'they wrote meanwhile')
})

it('a lock-out after wrong passwords holds on both nodes', async () => {
  const [first, second] = cluster.nodes.map(({ baseUrl: own }) => createClient({ baseUrl: own }))
  const wrong = { username: 'admin', password: 'not-this-one' }
  const answers = []
  for (let attempt = 0; attempt <= WRONG_PASSWORDS; attempt++)
    answers.push(await (attempt % 2 === 0 ? first : second)?.attempt(accountRoutes.login, { body: wrong }))
  assert.notEqual(answers.at(-1)?.error?.error, answers[0]?.error?.error)
})
