// Engine: postgres
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { errorCatalogue } from '@consilium/contract/errors.ts'
import { operations } from '@consilium/contract/routes.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { answerShape } from '../../src/infra/http/input/schemas.ts'
import { fetchDeclared } from './declared-answers.ts'
import { startApi } from '../harness.ts'

type Json = Record<string, unknown>
interface Operation extends Json {
  operationId: string
  summary: string
  tags: string[]
  security: unknown[]
  parameters: { name: string; in: string; deprecated?: boolean; description?: string; schema: Json }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content: Record<string, { example?: unknown; examples?: Json; schema: Json }> }>
}

const METRICS_TOKEN = 'a-token-for-metrics'
const DEPLOY = new URL('../../../../deploy/monitoring/', import.meta.url)
const METRICS_FILES = ['alerts.yaml', 'board.json'].map((name) => new URL(name, DEPLOY))

/** The names of metrics in the expressions of a file: what stands before a selector or a range. */
const metricsOf = (text: string): string[] => {
  const expressions = [...text.matchAll(/"?expr"?: (.*)/g)].map(([, expression = '']) => expression)
  const names = expressions.flatMap((expression) =>
    [...expression.replaceAll(/\{[^}]*\}/g, '{').matchAll(/[a-z_]\w+(?=\s*(?:\{|\[))/g)].map(
      ([name]) => name,
    ),
  )
  return names
}
const api = await startApi({ env: { METRICS_PORT: '0', METRICS_TOKEN } })
after(() => api.close())
const document = (await (await api.raw('/openapi.json')).json()) as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}
const documented = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation] as const),
  ),
)

describe('the API document', () => {
  it('shows examples of answers that match the contract', () => {
    for (const { name, route } of operations) {
      const shape = answerShape(route)
      if (!shape) continue
      const [answer] = Object.values(documented.get(name)?.responses ?? {})
      const example: unknown = answer?.content['application/json']?.example
      const { success, error } = shape.safeParse(example)
      assert.ok(success, `${name}: ${JSON.stringify(example)} ${error?.message}`)
      assert.doesNotMatch(JSON.stringify(example), /"(string|test|foo)"/)
    }
  })

  it('is valid OpenAPI 3.1 according to a public validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    assert.ok(valid, JSON.stringify(errors))
    assert.match(document.openapi, /^3\.1\./)
  })

  it('contains every route of the contract, each with one line of description and its errors', () => {
    assert.deepEqual([...documented.keys()].toSorted(), operations.map(({ name }) => name).toSorted())
    for (const { name, route } of operations) {
      const operation = documented.get(name)
      assert.ok(operation)
      assert.ok(operation.summary.length > 5 && !operation.summary.includes('\n'), name)
      assert.equal(operation.security.length === 0, route.access === 'public', name)
      for (const error of route.errors ?? []) {
        const response = operation.responses[String(errorCatalogue[error].status)]
        assert.ok(response?.content['application/json']?.examples?.[error], `${name} explains ${error}`)
      }
    }
  })

  it('COR-28: tests notice an answer that the document does not declare', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(409, { 'content-type': 'application/json' }).end('{"error":"MEETING_CLOSED"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const at = (path: string, method: string) =>
      fetchDeclared(`http://127.0.0.1:${port}/api${path}`, { method })
    try {
      await assert.rejects(at('/system/user', 'PUT'), /account.update answered 409 MEETING_CLOSED/)
      await assert.rejects(at('/business/meetingAttendee/list', 'GET'), /attendee.list answered/)
      assert.equal((await at('/business/meetingAttendee', 'PUT')).status, 409)
    } finally {
      server.close()
    }
  })

  it('LIM-1: contains limits and enums', () => {
    const text = JSON.stringify(document)
    for (const limit of [
      '"maxLength":30',
      '"minLength":6',
      '"maxLength":100',
      '"pattern":"^1[0-9]\\\\d{9}$"',
      '"maximum":200',
    ])
      assert.ok(text.includes(limit), limit)
    const person = JSON.stringify(document.paths['/business/person']?.['post'])
    assert.match(person, /"enum":\["supervisor","meetingExecutor","compliance","finance"\]/)
  })

  it('shows an example of every request body, and each is accepted by the contract', () => {
    for (const { name, route } of operations) {
      if (!route.body || route.uploads) continue
      const example = documented.get(name)?.requestBody?.content['application/json']?.example
      const { success, error } = route.body.safeParse(example)
      assert.ok(success, `${name}: ${JSON.stringify(example)} ${error?.message}`)
    }
  })

  it('VER-1 PRJ-5: execOrgName is marked as deprecated and still accepted', () => {
    const parameter = documented.get('project.list')?.parameters.find(({ name }) => name === 'execOrgName')
    assert.equal(parameter?.deprecated, true)
    assert.match(parameter.description ?? '', /still accepted/)
  })

  it('PRJ-4: sponsorOrgName is not a query parameter', () => {
    const names = documented.get('project.list')?.parameters.map(({ name }) => name)
    assert.ok(names?.includes('sponsorAdminUserIds') && !names.includes('sponsorOrgName'))
  })

  it('is shown by API docs that load nothing from other sites', async () => {
    const page = await api.raw('/docs/')
    assert.equal(page.status, 200)
    const html = await page.text()
    assert.match(html, /swagger-ui/)
    assert.doesNotMatch(html, /(src|href)="https?:/)
  })

  it('SEC-17: metrics are on a separate port with a token; they count requests by route, never by address', async () => {
    await api.raw('/business/project/123456789')
    assert.equal((await fetch(`${api.app.url}/metrics`)).status, 404)
    const { metricsUrl } = api.app
    assert.ok(metricsUrl)
    assert.equal((await fetch(metricsUrl)).status, 401)
    const wrong = { authorization: `Bearer ${METRICS_TOKEN}x` }
    assert.equal((await fetch(metricsUrl, { headers: wrong })).status, 401)
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(metricsUrl, { headers })).text()
    assert.match(
      text,
      /http_request_duration_seconds_count\{method="GET",route="\/api\/openapi.json",status="2xx"\} \d/,
    )
    assert.match(text, /nodejs_eventloop_lag_seconds/)
    assert.doesNotMatch(text, /123456789/)
  })

  it('OPS-6: every metric that the board and the alert rules name is served, or measured by Prometheus itself', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const served = await (await fetch(api.app.metricsUrl!, { headers })).text()
    const known = new Set([...served.matchAll(/^(\w+?)(?:\{| )/gm)].map(([, name]) => name))
    const named = METRICS_FILES.flatMap((path) => metricsOf(readFileSync(path, 'utf8')))
    assert.ok(named.length > 20)
    assert.deepEqual(
      [...new Set(named)].filter((name) => !known.has(name) && name !== 'up'),
      [],
    )
  })

  it('SEC-17: the document is compressed, cached by clients, and the same in the API docs', async () => {
    const get = (path: string, headers: Record<string, string>) => api.raw(path, { headers })
    const plain = await get('/openapi.json', { 'accept-encoding': 'identity' })
    const text = await plain.text()
    assert.equal(plain.headers.get('content-encoding'), null)
    for (const encoding of ['br', 'gzip']) {
      const packed = await get('/openapi.json', { 'accept-encoding': encoding })
      assert.equal(packed.headers.get('content-encoding'), encoding)
      assert.ok(Number(packed.headers.get('content-length')) < text.length / 5)
      assert.equal(await packed.text(), text)
      const etag = packed.headers.get('etag') ?? ''
      const known = await get('/openapi.json', { 'accept-encoding': encoding, 'if-none-match': etag })
      assert.equal(known.status, 304)
    }
    assert.equal(await (await get('/docs/json', {})).text(), text)
    assert.equal((await get('/docs/yaml', {})).status, 404)
  })

  it('health answers', async () => {
    for (const path of ['live', 'ready'])
      assert.equal((await fetch(`${api.app.url}/health/${path}`)).status, 200)
  })
})
