// Slow
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { often } from '@consilium/test-kit/often.ts'
import { preparedDataDir, startService } from '../service.ts'

const KILLS = often(2, 20)
const WRITERS = 8
const WRITE_MS = { min: 150, max: 700 }
const PAGE = 200
const ADMIN_PASSWORD = 'admin-password'

const dataDir = await preparedDataDir()
after(() => rmSync(dataDir, { recursive: true, force: true }))

const start = () => startService({ dataDir, env: { ADMIN_PASSWORD, LOG_LEVEL: 'warn' } })

/** Creates projects until the service stops answering. Records and reports each acknowledged project. */
async function write(
  client: Client,
  acknowledged: Map<number, string>,
  onAcknowledged: () => void,
): Promise<void> {
  for (let count = 0; ; count++) {
    const projectName = `写入${count}-${randomInt(1_000_000)}`
    const reply = await client.attempt(projectRoutes.create, { body: { projectName } }).catch(() => null)
    if (!reply) return
    acknowledged.set(reply.data.projectId, projectName)
    onAcknowledged()
  }
}

async function stored(client: Client): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (let pageNum = 1; ; pageNum++) {
    const { rows } = await client.call(projectRoutes.list, { query: { pageNum, pageSize: PAGE } })
    for (const { projectId, projectName } of rows) found.set(projectId, projectName)
    if (rows.length < PAGE) return found
  }
}

it(`kill -9 in the middle of writes, ${KILLS} times: no acknowledged write is lost and it starts again`, async () => {
  const acknowledged = new Map<number, string>()
  let service = await start()
  const data = await createClient({ baseUrl: service.baseUrl }).call(accountRoutes.login, {
    body: { username: 'admin', password: ADMIN_PASSWORD },
  })
  for (let kill = 1; kill <= KILLS; kill++) {
    const client = createClient({ baseUrl: service.baseUrl, token: data.token, repeats: 0 })
    const before = acknowledged.size
    const first = Promise.withResolvers<void>()
    const writers = Array.from({ length: WRITERS }, () => write(client, acknowledged, first.resolve))
    await Promise.race([first.promise, Promise.all(writers)])
    await delay(randomInt(WRITE_MS.min, WRITE_MS.max))
    await service.kill()
    await Promise.all(writers)
    assert.ok(acknowledged.size > before, 'something was written before the kill')

    service = await start()
    const found = await stored(createClient({ baseUrl: service.baseUrl, token: data.token }))
    const lost = [...acknowledged].filter(([id, name]) => found.get(id) !== name)
    assert.deepEqual(lost, [], `after kill ${kill}`)
  }
  assert.equal(await service.stop(), 0)
})
