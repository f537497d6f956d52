// Engine: postgres
import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { openApiDocument } from '@consilium/contract/openapi.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicProjectRoutes, publicitySupportRoutes } from '@consilium/contract/publicity/publicity.ts'
import type { Route } from '@consilium/contract/route.ts'
import { operations } from '@consilium/contract/routes.ts'
import { createClient, type Outcome } from '@consilium/contract/client.ts'
import { z } from 'zod'
import { freshName, freshPhone, startApi, type User } from '../harness.ts'
import type { JsonSchema } from '../input/schema-arbitrary.ts'

const RATE_WINDOW_SECONDS = 60
const UPLOAD_BYTES_PER_DAY = 5 * 1024 * 1024 * 1024

const ALLOWANCE = 12
const PER_PHONE = 2
const READINGS = 60
const OK = 200
const WRONG_LOGIN = 401
const TOO_MANY = 429
const SECOND_MS = 1000

/** The addresses of this route are signed and expire, so its callers have been logged in. */
const UNLIMITED = new Set(['file.get'])
const anonymousOperations = operations.filter(({ route }) => route.access === 'public')

/** Returns the paths of text fields without a maximum length. */
function uncapped(schema: JsonSchema, path: string): string[] {
  const inner = [
    ...(schema.anyOf ?? []).flatMap((branch) => uncapped(branch, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => uncapped(part, `${path}.${name}`)),
    ...(schema.items ? uncapped(schema.items, `${path}[]`) : []),
  ]
  const isText = [schema.type].flat().includes('string')
  const isFixed = schema.enum !== undefined || schema.const !== undefined
  // A pattern from start to end without open repetition limits the length as well.
  const isBounded = schema.pattern !== undefined && /^\^[^+*]*\$$/.test(schema.pattern)
  return isText && !isFixed && !isBounded && schema.maxLength === undefined ? [path, ...inner] : inner
}

describe('what anonymous callers may send', () => {
  for (const { name, route } of anonymousOperations) {
    it(`PUB-2: every text of ${name} has a maximum length`, () => {
      const { params, query, body } = route
      const open = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
        schema
          ? uncapped(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, part)
          : [],
      )
      assert.deepEqual(open, [])
    })
  }

  it('PUB-2: every route has a rate limit, which the API document states', () => {
    const free = anonymousOperations.filter(({ route }) => route.rateLimit === undefined)
    assert.deepEqual(new Set(free.map(({ name }) => name)), UNLIMITED)
    const document = openApiDocument({ serverUrl: '', version: '0' })['paths'] as Record<
      string,
      Record<string, { description: string; responses: Record<string, { headers?: object }> }>
    >
    for (const { name, route } of operations) {
      const operation = document[route.path]?.[route.method.toLowerCase()]
      assert.equal(
        /calls a minute from one address/.test(operation?.description ?? ''),
        Boolean(route.rateLimit),
        name,
      )
      if (route.rateLimit) assert.ok(operation?.responses[TOO_MANY]?.headers, name)
    }
  })
})

const api = await startApi({ env: { ANONYMOUS_REQUESTS_PER_MINUTE: String(ALLOWANCE), TRUST_PROXY: '1' } })
after(() => api.close())
const admin = await api.admin()
const { projectId } = await admin.call(projectRoutes.create, {
  body: { projectName: freshName('公示项目'), isPublished: true },
})

let addresses = 0
const freshAddress = () => `198.51.100.${++addresses}`

interface Sent {
  from?: string
  token?: string
  query?: Record<string, string>
  body?: object
}

/** Calls as a visitor from an address, which the proxy in front would send. */
function send(route: Route, { from, token, query = {}, body }: Sent): Promise<Response> {
  return api.raw(`${route.path}?${new URLSearchParams(query).toString()}`, {
    method: route.method,
    headers: {
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(token ? { token } : {}),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
const statuses = async (count: number, sent: () => Promise<Response>) =>
  (await Promise.all(Array.from({ length: count }, sent)))
    .map(({ status }) => status)
    .toSorted((a, b) => a - b)
const repeated = (status: number, count: number) => Array.from({ length: count }, () => status)

const login = (from: string, token?: string) =>
  send(accountRoutes.login, {
    from,
    ...(token ? { token } : {}),
    body: { username: freshName('nobody-'), password: 'wrong-1' },
  })
const submit = (from: string, phone = freshPhone(), token?: string) =>
  send(publicitySupportRoutes.submit, {
    from,
    ...(token ? { token } : {}),
    body: { projectId, name: '访客', phone },
  })
const look = (from: string) => send(publicProjectRoutes.list, { from })

describe('how often anonymous callers may call', () => {
  it('PUB-2: an address beyond its limit is refused and learns when to retry', async () => {
    const from = freshAddress()
    const limited = [...repeated(WRONG_LOGIN, ALLOWANCE), ...repeated(TOO_MANY, 2)]
    assert.deepEqual(await statuses(ALLOWANCE + 2, () => login(from)), limited)
    const refused = await login(from)
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= RATE_WINDOW_SECONDS, String(seconds))
    const answer = ErrorAnswer.parse(await refused.json())
    assert.equal(answer.error, 'TOO_MANY_REQUESTS')
    assert.match(answer.msg, new RegExp(`${seconds}`))
    assert.equal((await login(freshAddress())).status, WRONG_LOGIN)
    assert.equal((await look(from)).status, OK)
  })

  it('PUB-2: reading is counted separately with a higher limit', async () => {
    const from = freshAddress()
    assert.deepEqual(await statuses(READINGS + 1, () => look(from)), [...repeated(OK, READINGS), TOO_MANY])
    assert.equal((await submit(from)).status, OK)
  })

  it('PUB-2: a phone beyond its limit is refused from any address, and others are not', async () => {
    const phone = freshPhone()
    const check = (from: string) =>
      send(publicitySupportRoutes.check, { from, query: { projectId: String(projectId), phone } })
    assert.equal((await submit(freshAddress(), phone)).status, OK)
    for (let n = 1; n < PER_PHONE; n++) assert.equal((await check(freshAddress())).status, OK)
    assert.equal((await check(freshAddress())).status, TOO_MANY)
    assert.equal((await submit(freshAddress(), phone)).status, TOO_MANY)
    assert.equal((await submit(freshAddress())).status, OK)
    const code = (from: string) => send(accountRoutes.smsLogin, { from, body: { phone, code: '000000' } })
    for (let n = 0; n < PER_PHONE; n++) assert.equal((await code(freshAddress())).status, 400)
    assert.equal((await code(freshAddress())).status, TOO_MANY)
  })

  it('PUB-2: the addresses of one IPv6 network count as one', async () => {
    let host = 0
    const neighbour = () => login(`2001:db8:1:2::${(++host).toString(16)}`)
    assert.ok((await statuses(ALLOWANCE + 1, neighbour)).includes(TOO_MANY))
    assert.equal((await login('2001:db8:1:3::1')).status, WRONG_LOGIN)
  })

  it('PUB-2: logged-in calls are not limited', async () => {
    const from = freshAddress()
    const list = () => send(projectRoutes.list, { from, token: admin.token })
    assert.deepEqual(await statuses(READINGS + 1, list), repeated(OK, READINGS + 1))
    const sent = () => submit(from, freshPhone(), admin.token)
    assert.deepEqual(await statuses(ALLOWANCE + 1, sent), repeated(OK, ALLOWANCE + 1))
  })

  it('PUB-2: trying passwords is limited for logged-in calls too', async () => {
    const from = freshAddress()
    const tries = await statuses(ALLOWANCE + 1, () => login(from, admin.token))
    assert.deepEqual(tries, [...repeated(WRONG_LOGIN, ALLOWANCE), TOO_MANY])
  })

  it('PUB-2: refused calls write nothing', async () => {
    const from = freshAddress()
    const phones = Array.from({ length: ALLOWANCE + 5 }, () => freshPhone())
    await Promise.all(phones.map((phone) => submit(from, phone)))
    const rows = await api.db
      .selectFrom('publicity_support_intent')
      .select('phone')
      .where('phone', 'in', phones)
      .execute()
    assert.equal(rows.length, ALLOWANCE)
  })
})

describe('SEC-6: addresses forwarded by a proxy', () => {
  it('SEC-6: only the address that the proxy saw counts, whatever precedes it', async () => {
    const seen = freshAddress()
    const forged = () => login(`${freshAddress()}, 203.0.113.9, ${seen}`)
    const limited = [...repeated(WRONG_LOGIN, ALLOWANCE), TOO_MANY]
    assert.deepEqual(await statuses(ALLOWANCE + 1, forged), limited)
  })

  it('SEC-6: text instead of an address is neither counted nor logged', async () => {
    const text = '<script>alert(1)</script>'
    const unreadable = ['not an address', `${text}, ${text}`, text, '203.0.113.7, 999.1.1.1']
    const tries = Array.from({ length: ALLOWANCE + 1 }, (_, n) => unreadable[n % unreadable.length]!)
    const answers = await Promise.all(tries.map((from) => login(from)))
    assert.ok(
      answers.some(({ status }) => status === TOO_MANY),
      'all count as the proxy itself',
    )
    const from = `${text}, 2001:db8:77::1`
    const body = { projectName: freshName('转发') }
    assert.equal((await send(projectRoutes.create, { from, token: admin.token, body })).status, OK)
    const { rows } = await admin.call(operationLogRoutes.list, { query: { pageSize: 200 } })
    assert.ok(rows.some(({ ip }) => ip === '2001:db8:77::1'))
    assert.deepEqual(
      rows.filter(({ ip }) => ip !== null && isIP(ip) === 0),
      [],
    )
  })
})

const OF_ACCOUNT = 40
const small = await startApi({ env: { ACCOUNT_REQUESTS_PER_MINUTE: String(OF_ACCOUNT) } })
after(() => small.close())

describe('limits of one account', () => {
  const pdf = '%PDF-1.4 %%EOF'
  const upload = (user: User) =>
    user.attempt(fileRoutes.upload, { file: new File([pdf], 'a.pdf', { type: 'application/pdf' }) })
  const assertRefused = ({ error, headers }: Outcome<Route>, secondsMax: number) => {
    assert.equal(error?.error, 'TOO_MANY_REQUESTS')
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= secondsMax, String(seconds))
  }

  it('SEC-28: calls a minute', async () => {
    const [busy, other] = [await small.manager(), await small.manager()]
    const list = () => busy.attempt(projectRoutes.list, {})
    let refused = await list()
    for (let n = 0; n < OF_ACCOUNT && refused.status === OK; n++) refused = await list()
    assertRefused(refused, RATE_WINDOW_SECONDS)
    assert.equal((await other.attempt(projectRoutes.list, {})).status, OK)
  })

  it('SEC-28: uploads an hour, with the calls of the minute long over', async (t) => {
    const busy = await small.sponsor()
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    for (let n = 0; n < OF_ACCOUNT; n++) assert.equal((await upload(busy)).status, OK)
    t.mock.timers.tick(SECOND_MS * (RATE_WINDOW_SECONDS + 1))
    assert.equal((await busy.attempt(projectRoutes.list, {})).status, OK)
    const refused = await upload(busy)
    assertRefused(refused, 3600)
    assert.ok(Number(refused.headers.get('retry-after')) > RATE_WINDOW_SECONDS)
    assert.equal((await busy.attempt(projectRoutes.list, {})).status, OK, 'what is no upload goes on')
  })

  it('SEC-28: bytes of uploads a day, counted for all nodes', async () => {
    const [full, other] = [await small.sponsor(), await small.sponsor()]
    await small.db.deleteFrom('daily_count').execute()
    const countedBytes = async () =>
      (await small.db.selectFrom('daily_count').select('amount').executeTakeFirstOrThrow()).amount
    assert.equal((await upload(full)).status, OK)
    assert.equal(await countedBytes(), pdf.length)
    // Sets the counter directly instead of sending gigabytes.
    const amount = UPLOAD_BYTES_PER_DAY - pdf.length
    await small.db.updateTable('daily_count').set({ amount }).execute()
    const both = await Promise.all([upload(full), upload(full)])
    assert.equal(both.filter(({ status }) => status === OK).length, 1)
    assert.equal(await countedBytes(), UPLOAD_BYTES_PER_DAY)
    assertRefused(await upload(full), 86_400)
    assert.equal((await full.attempt(projectRoutes.list, {})).status, OK)
    assert.equal((await upload(other)).status, OK)
  })
})

it('PUB-2: without a trusted proxy, an address cannot be forged', async () => {
  const direct = await startApi({ env: { ANONYMOUS_REQUESTS_PER_MINUTE: '2' } })
  try {
    const client = createClient({ baseUrl: direct.baseUrl })
    const attempt = async (from: string) => {
      const body = { username: 'nobody', password: 'wrong-1' }
      return (await client.attempt(accountRoutes.login, { body, headers: { 'x-forwarded-for': from } }))
        .status
    }
    const seen = [await attempt('203.0.113.1'), await attempt('203.0.113.2'), await attempt('203.0.113.3')]
    assert.deepEqual(seen, [WRONG_LOGIN, WRONG_LOGIN, TOO_MANY])
  } finally {
    await direct.close()
  }
})
