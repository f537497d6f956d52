// Slow
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { messageRoutes } from '@consilium/contract/messages.ts'
import { HEARTBEAT_SECONDS } from '@consilium/contract/session.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { preparedDataDir, startService, type Service } from './service.ts'

const PASSWORD = 'walk-Through-11'
/** A slow machine may send one late. Clients treat two missing heartbeats as a broken connection. */
const LATEST_SECONDS = 2 * HEARTBEAT_SECONDS - 1
const SECOND_MS = 1000

const dataDir = await preparedDataDir()
let service: Service
before(async () => {
  service = await startService({ dataDir, env: { ADMIN_PASSWORD: PASSWORD } })
})
after(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

// The interval is part of the specification, so this test measures it on the running product in real time.
it('EVT-2 LIM-1: the product sends a heartbeat every 25 seconds', async () => {
  const anonymous = createClient({ baseUrl: service.baseUrl })
  const data = await anonymous.call(accountRoutes.login, {
    body: { username: 'admin', password: PASSWORD },
  })
  const client = createClient({ baseUrl: service.baseUrl, token: data.token })
  const response = await client.open(messageRoutes.stream, {
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
