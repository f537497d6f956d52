import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'

type Reply = () => Response
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers })
const soon = { 'retry-after': '0' }
const done = json(200, { code: 200, msg: '', data: null })
const refusal = (status: number, error: string, headers = soon) =>
  json(status, { code: status, msg: '', error, requestId: '' }, headers)
const lost: Reply = () => {
  throw new TypeError('fetch failed')
}

/** A client of a service that answers with the replies in turn, and the keys and bodies that reached it. */
function clientOf(replies: Reply[], repeats?: number) {
  const sent: { key: string | null; body: unknown }[] = []
  const client = createClient({
    baseUrl: 'http://localhost/api',
    ...(repeats === undefined ? {} : { repeats }),
    fetch: async (_address, { headers, body }) => {
      sent.push({ key: new Headers(headers).get('idempotency-key'), body })
      const reply = replies.shift()
      assert.ok(reply, 'one more request than expected')
      return reply()
    },
  })
  return { client, sent }
}
const input = { body: { projectId: 1, version: 1, projectName: '项目' } }

for (const [name, first] of [
  ['a 503 that says when', refusal(503, 'SERVICE_STOPPING')],
  ['a 502 of a proxy', () => new Response('<html>', { status: 502, headers: soon })],
  ['the first call still in work', refusal(409, 'REQUEST_IN_PROGRESS')],
  ['an answer that was cut off', () => new Response('{"code":200,"da', { headers: soon })],
  ['a lost connection', lost],
] as const)
  it(`FLT-24: the client repeats a change with the same key after ${name}`, async () => {
    const { client, sent } = clientOf([first, done])
    assert.equal((await client.attempt(projectRoutes.update, input)).error, null)
    assert.equal(sent.length, 2)
    assert.match(sent[0]?.key ?? '', /^[0-9a-f]{32}$/)
    assert.deepEqual(sent[1], sent[0])
  })

it('FLT-24: the client gives up after two repetitions, and at once if it is to wait long', async () => {
  const tired = clientOf([refusal(503, 'A'), refusal(503, 'B'), refusal(503, 'C')])
  assert.equal((await tired.client.attempt(projectRoutes.update, input)).error?.error, 'C')
  const far = clientOf([refusal(503, 'SERVICE_BUSY', { 'retry-after': '11' })])
  assert.equal((await far.client.attempt(projectRoutes.update, input)).status, 503)
})

it('FLT-24: the client repeats no refusal, and each call has a key of its own unless it is given', async () => {
  const { client, sent } = clientOf([refusal(409, 'STALE_RECORD'), done, done])
  await client.attempt(projectRoutes.update, input)
  await client.attempt(projectRoutes.update, input)
  await client.attempt(projectRoutes.update, { ...input, headers: { 'Idempotency-Key': 'mine' } })
  assert.notEqual(sent[0]?.key, sent[1]?.key)
  assert.equal(sent[2]?.key, 'mine')
})

it('FLT-24: the client sends no key, and repeats nothing, where a route keeps none or where it is told so', async () => {
  const login = clientOf([lost])
  const body = { username: 'a', password: 'b' }
  await assert.rejects(login.client.attempt(accountRoutes.login, { body }), TypeError)
  const told = clientOf([lost], 0)
  await assert.rejects(told.client.attempt(projectRoutes.update, input), TypeError)
  const reading = clientOf([lost])
  await assert.rejects(reading.client.attempt(projectRoutes.list, {}), TypeError)
  for (const { sent } of [login, told, reading]) assert.deepEqual([sent.length, sent[0]?.key], [1, null])
})

it('FLT-24: the client sends a file again, and nothing after it was told to stop', async () => {
  const { client, sent } = clientOf([lost, done])
  await client.attempt(fileRoutes.upload, { file: new File(['x'], 'x.png') })
  assert.equal(sent.length, 2)
  assert.ok(sent.every(({ body }) => body instanceof FormData && body.get('file') instanceof File))
  const stopping = new AbortController()
  const stopped = clientOf([
    () => {
      stopping.abort()
      throw stopping.signal.reason
    },
  ])
  await assert.rejects(stopped.client.attempt(projectRoutes.update, { ...input, signal: stopping.signal }))
})
