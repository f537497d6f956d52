// Engine: embedded
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { startApi } from './harness.ts'
import { openWorld, seasonClock } from './meeting-world.ts'
import { startOcrServer } from './ocr-server.ts'
import { scenesOf, writing } from './writing/scenes.ts'

const KEY = 'key-between-services'
const ocr = await startOcrServer(KEY)
const api = await startApi({
  clock: seasonClock,
  env: { METRICS_PORT: '0', OCR_URL: ocr.url, OCR_API_KEY: KEY },
})
after(async () => {
  await api.close()
  await ocr.close()
})
const admin = await api.admin()
const world = await openWorld(api)

/** Method and path of the routes that the service itself says it answered with success. */
async function succeeded(): Promise<Set<string>> {
  const text = await (await fetch(api.app.metricsUrl!)).text()
  const counts = text.matchAll(
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="2xx"\}/gm,
  )
  return new Set([...counts].map(([, method, path]) => `${method} ${path}`))
}

for (const [name, play] of Object.entries(scenesOf(api, world, admin)))
  it(`SEC-34: every write of a scene is answered: ${name}`, async () => void (await play()))

it('SEC-34: the scenes called every route of the contract that writes, each with success', async () => {
  const done = await succeeded()
  const left = writing
    .filter(
      ({ route }) => !done.has(`${route.method} ${BASE_PATH}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    .map(({ name, route }) => `${name}: ${route.method} ${route.path}`)
  assert.deepEqual(left, [])
})
