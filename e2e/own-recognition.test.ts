import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { preparedDataDir, startService, type Service } from './service.ts'

const PATIENCE_MS = 90_000
const POLL_MS = 100
const SECRETS = {
  ADMIN_PASSWORD: 'walk-Through-11',
  MASTER_KEY: Buffer.alloc(32, 'a key of tests ').toString('base64'),
  SMS_WEBHOOK_SECRET: 'a-secret-of-the-text-messages',
}

const dataDir = await preparedDataDir()
let service: Service
let recognition: string

async function untilHealthy(): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const isHealthy = () =>
    fetch(`${recognition}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isHealthy())) {
    if (Date.now() > deadline) assert.fail('the recognition service does not answer')
    await delay(POLL_MS)
  }
}

/** The environments of the processes that the product started. */
function environmentsOfChildren(parent: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(ppid) === parent ? [readFileSync(`/proc/${pid}/environ`, 'utf8')] : []
      } catch {
        return []
      }
    })
}

before(async () => {
  const port = await freePort()
  recognition = `http://127.0.0.1:${port}`
  const env = { ...SECRETS, OCR_URL: '', OCR_PORT: String(port), OCR_WORKERS: '1' }
  service = await startService({ dataDir, env })
  await untilHealthy()
})
after(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('SEC-27: the recognition service that the product starts answers nobody else', async () => {
  for (const path of ['/metrics', '/openapi.json'])
    assert.equal((await fetch(recognition + path)).status, 401, path)
  const body = new FormData()
  body.append('file', new Blob(['x']), 'invoice.png')
  const asked = await fetch(`${recognition}/recognize/invoice`, { method: 'POST', body })
  assert.equal(asked.status, 401)
})

it('SEC-27: it gets its own settings, and none of the secrets of the product', () => {
  const environments = environmentsOfChildren(service.pid)
  assert.ok(environments.some((environment) => environment.includes('OCR_API_KEY=')))
  for (const environment of environments)
    for (const [name, value] of Object.entries(SECRETS)) {
      assert.ok(!environment.includes(`${name}=`), name)
      assert.ok(!environment.includes(value), name)
    }
})
