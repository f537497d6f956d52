// Slow
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { preparedDataDir, startService } from '../service.ts'

const HEARTBEAT_SECONDS = 25

const ADMIN_PASSWORD = 'Drain-tested-7'
/** A slow machine may send one late. Clients treat two missing heartbeats as a broken connection. */
const LATEST_SECONDS = 2 * HEARTBEAT_SECONDS - 1
const SECOND_MS = 1000
const UNAVAILABLE = 503
/** More than what the sockets between both ends can hold. */
const DOWNLOAD_BYTES = 19 * 1024 * 1024
const BOUNDARY = 'a-boundary-of-this-test'
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

const dataDir = await preparedDataDir()
const service = await startService({ dataDir, env: { ADMIN_PASSWORD, LOG_LEVEL: 'warn' } })
after(async () => {
  await service.kill()
  rmSync(dataDir, { recursive: true, force: true })
})
const session = await createClient(service).call(accountRoutes.login, {
  body: { username: 'admin', password: ADMIN_PASSWORD },
})
const authorization = `Bearer ${session.token}`
const client = createClient({ baseUrl: service.baseUrl, token: session.token, repeats: 0 })

const answerOf = async (sent: ClientRequest) => (await once(sent, 'response')) as [IncomingMessage]

/** An upload whose first half is on its way. */
function beginUpload(): ClientRequest {
  const upload = request(service.baseUrl + fileRoutes.upload.path, {
    method: 'POST',
    agent: false,
    headers: { authorization, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  upload.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`)
  upload.write(Buffer.concat([PNG, randomBytes(1000)]))
  return upload
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

it('FLT-3: told to end, it is not ready, refuses what is new and finishes what is open', async () => {
  const content = Buffer.concat([PNG, randomBytes(DOWNLOAD_BYTES)])
  const file = new File([content], 'large.png')
  const stored = await client.call(fileRoutes.upload, { file })

  const upload = beginUpload()
  const download = request(new URL(stored.url, service.baseUrl), { agent: false }).end()
  const [downloading] = await answerOf(download)
  downloading.pause()
  const stream = request(service.baseUrl + messageRoutes.stream.path, {
    agent: false,
    headers: { authorization },
  })
  const [streaming] = await answerOf(stream.end())
  const events = text(streaming)

  const ended = service.stop()
  await untilReadyIs('stopping')
  assert.equal((await ready()).status, UNAVAILABLE)
  for (const refused of [
    await client.attempt(projectRoutes.list, { query: {} }),
    await client.attempt(projectRoutes.create, { body: { projectName: '来晚了' } }),
  ]) {
    assert.deepEqual([refused.status, refused.error?.error], [UNAVAILABLE, 'SERVICE_STOPPING'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(refused.headers.get('connection'), 'close')
  }
  assert.match(await events, /retry: \d+\n\n$/, 'the stream tells its client to come back')

  upload.end(`\r\n--${BOUNDARY}--\r\n`)
  const [uploaded] = await answerOf(upload)
  assert.equal(uploaded.statusCode, 200)
  assert.equal(((await JSON.parse(await text(uploaded))) as { code: number }).code, 200)
  assert.ok((await buffer(downloading)).equals(content), 'the download arrived whole')
  assert.equal(await ended, 0)
})
