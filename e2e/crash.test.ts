import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { newDataDir, startService } from './service.ts'
import { assertOnce, writeMeanwhile } from './writers.ts'

const ADMIN_PASSWORD = 'Crashes-often-3'
const CRASHES = 3
const WRITING_MS = 700

const postgres = await startPostgres({ isDurable: true })
const dataDir = newDataDir()
const service = await startService({
  dataDir,
  env: { ADMIN_PASSWORD, DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' },
})
after(async () => {
  await service.kill()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it(`FLT-22: PostgreSQL with all its processes is killed in the middle of writes, ${CRASHES} times: nothing is lost or done twice`, async () => {
  const body = { username: 'admin', password: ADMIN_PASSWORD }
  const { token } = await createClient(service).call(accountRoutes.login, { body })
  const client = createClient({ baseUrl: service.baseUrl, token })
  const load = writeMeanwhile(client)
  for (let crash = 0; crash < CRASHES; crash++) {
    const before = load.wishes.length
    await delay(WRITING_MS)
    await postgres.crash()
    assert.ok(load.wishes.length > before, 'something was written before it was killed')
  }
  await load.end()
  assert.ok(load.failures.length > 0, 'requests were under way')
  await assertOnce(client, load.wishes)
  assert.equal(
    (await fetch(new URL('/health/ready', service.baseUrl))).status,
    200,
    'the same process goes on',
  )
})
