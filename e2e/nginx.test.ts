import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { after, afterEach, it } from 'node:test'
import { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { errorMessage } from '@consilium/contract/errors.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { startNginx } from './nginx.ts'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

const KEY = { 'idempotency-key': 'a-key' }
const ENGLISH = { 'accept-language': 'en' }
const STOPPING = '{"code":503,"error":"SERVICE_STOPPING"}'

const lose: Serve = ({ socket }) => void socket.destroy()
const stop: Serve = (_request, response) =>
  void response
    .writeHead(503, { 'content-type': 'application/json', 'retry-after': '7', connection: 'close' })
    .end(STOPPING)
const done: Serve = (_request, response) => void response.writeHead(200).end('done')

/** A node that counts what reaches it. */
async function startNode(port: number) {
  const node = { seen: 0, serve: done, server: null as Server | null }
  const listen = async () => {
    node.server = createServer((request, response) => {
      request.resume().once('end', () => {
        node.seen++
        node.serve(request, response)
      })
    })
    await once(node.server.listen(port, '127.0.0.1'), 'listening')
  }
  await listen()
  return Object.assign(node, {
    async end() {
      node.server?.closeAllConnections()
      if (node.server?.listening) await once(node.server.close(), 'close')
    },
    listen,
  })
}

const ports = [await freePort(), await freePort()] as const
const nodes = [await startNode(ports[0]), await startNode(ports[1])] as const
const nginx = await startNginx(ports)
after(async () => {
  await nginx.stop()
  for (const node of nodes) await node.end()
})
afterEach(async () => {
  for (const node of nodes) {
    Object.assign(node, { seen: 0, serve: done })
    if (!node.server?.listening) await node.listen()
  }
})

const both = (serve: Serve) => nodes.forEach((node) => (node.serve = serve))
const seen = () => nodes[0].seen + nodes[1].seen

async function send(method: string, headers: Record<string, string> = {}) {
  nodes.forEach((node) => (node.seen = 0))
  const init = method === 'GET' || method === 'DELETE' ? {} : { body: '{"a":1}' }
  const response = await fetch(`${nginx.url}/api/business/org`, { method, headers, ...init })
  return { status: response.status, headers: response.headers, text: await response.text(), seen: seen() }
}

for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
  it(`FLT-24: nginx repeats no ${method} without a key once it was sent`, async () => {
    both(lose)
    const lost = await send(method)
    assert.deepEqual([lost.status, lost.seen], [502, 1])
  })

for (const method of ['POST', 'PUT', 'DELETE'])
  it(`FLT-24: nginx sends a ${method} without a key to the other node while one takes no connections`, async () => {
    await nodes[0].end()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(method)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    )
  })

it('FLT-24: nginx repeats what has a key, and what only reads, on the other node', async () => {
  both(lose)
  for (const [method, headers] of [
    ['GET', {}],
    ['POST', KEY],
    ['PUT', KEY],
    ['DELETE', KEY],
  ] as const)
    assert.equal((await send(method, headers)).seen, 2, method)
  both(stop)
  for (const [method, headers] of [
    ['GET', {}],
    ['POST', KEY],
    ['PUT', KEY],
  ] as const)
    assert.equal((await send(method, headers)).seen, 2, method)
})

it('FLT-24: a 503 of a node arrives as the node said it, and a write without a key is not repeated for it', async () => {
  both(stop)
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const refused = await send(method)
    assert.deepEqual([refused.status, refused.seen, refused.text], [503, 1, STOPPING])
    assert.equal(refused.headers.get('retry-after'), '7')
  }
})

it('FLT-24: nginx answers in the form of the service, and says when to come back, while no node does', async () => {
  for (const node of nodes) await node.end()
  for (const method of ['GET', 'PUT', 'POST'])
    for (const [language, headers] of [
      ['zh-CN', {}],
      ['en', ENGLISH],
    ] as const) {
      const failed = await send(method, headers)
      assert.equal(failed.status, 502)
      assert.equal(failed.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.ok(Number(failed.headers.get('retry-after')) > 0)
      const answer = ErrorAnswer.parse(JSON.parse(failed.text))
      assert.equal(answer.code, 502)
      assert.equal(answer.error, 'SERVICE_UNREACHABLE')
      assert.equal(answer.msg, errorMessage('SERVICE_UNREACHABLE', language))
    }
})

it('FLT-24: nginx refuses a body beyond its limit in the form of the service', async () => {
  const response = await fetch(`${nginx.url}/api/common/upload`, {
    method: 'POST',
    headers: ENGLISH,
    body: new Uint8Array(111 * 1024 * 1024),
  })
  const answer = ErrorAnswer.parse(await response.json())
  assert.deepEqual([response.status, answer.error], [413, 'BODY_TOO_LARGE'])
  assert.equal(answer.msg, errorMessage('BODY_TOO_LARGE', 'en'))
})
