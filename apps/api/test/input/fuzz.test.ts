// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { openApiDocument } from '@consilium/contract/openapi.ts'
import { operations } from '@consilium/contract/routes.ts'
import fc from 'fast-check'
import { startApi, type User } from '../harness.ts'
import { often } from '@consilium/test-kit/often.ts'
import { bodies, fitting, type JsonSchema } from './schema-arbitrary.ts'

const RUNS_PER_ROUTE = often(4, 30)
const HANG_MS = 30_000
const CALLERS_FROM_ID = 1_000_000
/** A different seed for each run, which the titles contain; FUZZ_SEED=… npm test -- --only fuzz repeats a run. */
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
}
interface DocumentedOperation {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

const document = openApiDocument({ serverUrl: '/api', version: '0' }) as {
  paths: Record<string, Record<string, DocumentedOperation>>
}
/** Operations on accounts may disable the first administrator, who makes the accounts of all callers. They come last. */
const ON_ACCOUNTS = /^\/system\/user\//
const documented = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  .toSorted((a, b) => Number(ON_ACCOUNTS.test(a.path)) - Number(ON_ACCOUNTS.test(b.path)))

const api = await startApi()
after(() => api.close())
await api.expert()
await api.sponsor()
await api.executor()
// Generated ids are small. They name the accounts above and never the callers, whom a generated request could disable.
await api.engine.pool.query(
  `select setval(pg_get_serial_sequence('sys_user', 'user_id'), ${CALLERS_FROM_ID})`,
)

const accessOf = new Map(operations.map(({ name, route }) => [name, route.access]))

const CALLERS = {
  expert: {
    make: (): Promise<User> => api.expert(),
    isPermitted: async (user: User) => (await user.attempt(expertRoutes.me, {})).status === 200,
  },
  admin: {
    make: (): Promise<User> => api.secondAdmin(),
    isPermitted: async (user: User) => (await user.attempt(accountRoutes.list, {})).status === 200,
  },
}
type Kind = keyof typeof CALLERS
const used = new Map<Kind, User>()

/** The kind of a permitted caller. */
function kindOf(operationId: string): Kind {
  const access = accessOf.get(operationId)
  return Array.isArray(access) && !access.includes('admin') ? 'expert' : 'admin'
}

/** Returns a permitted caller whose session or account no earlier operation has ended or locked. */
async function callerOf(operationId: string): Promise<User> {
  const kind = kindOf(operationId)
  const former = used.get(kind)
  if (former && (await CALLERS[kind].isPermitted(former))) return former
  const made = await CALLERS[kind].make()
  used.set(kind, made)
  return made
}

let prepared: Promise<Map<string, User>> | undefined

/** The callers of the operations on accounts exist before the first of these. */
function preparedCallers(): Promise<Map<string, User>> {
  const prepare = async () => {
    const callers = new Map<string, User>()
    for (const { path, operation } of documented)
      if (ON_ACCOUNTS.test(path))
        callers.set(operation.operationId, await CALLERS[kindOf(operation.operationId)].make())
    return callers
  }
  prepared ??= prepare()
  return prepared
}

/** Without any input, every request would be the same. */
const hasInput = ({ parameters, requestBody }: DocumentedOperation): boolean =>
  requestBody !== undefined || parameters.some((parameter) => parameter.in !== 'header')

const scalar = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function requests(path: string, operation: DocumentedOperation) {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const pick = (parameters: Parameter[], requiredKeys: string[] | undefined) =>
    fc.record(
      Object.fromEntries(
        parameters.map(({ name, schema }) => [
          name,
          fc.oneof({ weight: 4, arbitrary: fitting(schema) }, { weight: 1, arbitrary: fc.string() }),
        ]),
      ),
      requiredKeys ? { requiredKeys } : {},
    ) as fc.Arbitrary<Record<string, unknown>>
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return fc
    .record({
      params: pick(inPath, undefined),
      query: pick(inQuery, []),
      body: schema ? bodies(schema) : fc.constant(undefined),
    })
    .map(({ params, query, body }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(safeText(scalar(params[name])) || '0'),
      )
      const search = new URLSearchParams()
      for (const [key, value] of Object.entries(query)) search.append(key, safeText(scalar(value)))
      return { url: search.size > 0 ? `${filled}?${search.toString()}` : filled, body }
    })
}

// encodeURIComponent refuses lone surrogates; a client could not send them either.
const safeText = (text: string) => text.toWellFormed()

/** Sends a request, checks the answer against the conventions, and returns whether the caller was authenticated. */
async function send(method: string, url: string, body: unknown, token: string): Promise<boolean> {
  const hangUp = AbortSignal.timeout(HANG_MS)
  const response = await api.raw(url, {
    method,
    token,
    signal: hangUp,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return true
  }
  const answer = await response.text()
  assert.ok(
    response.status < 500,
    `${method} ${url} ${JSON.stringify(body)?.slice(0, 300)}: ${response.status} ${answer}`,
  )
  if (response.status < 400) return true
  // A login and a second factor are refused with the same status.
  return ErrorAnswer.parse(JSON.parse(answer)).error !== 'UNAUTHENTICATED'
}

process.stdout.write(`FUZZ_SEED=${SEED}\n`)

describe(`every route of the API document, with generated input, FUZZ_SEED=${SEED}`, () => {
  for (const [index, { path, method, operation }] of documented.entries()) {
    it(`${method} ${path} answers without an internal error`, async () => {
      const { operationId } = operation
      const user = ON_ACCOUNTS.test(path)
        ? (await preparedCallers()).get(operationId)!
        : await callerOf(operationId)
      let known = 0
      const property = fc.asyncProperty(requests(path, operation), async ({ url, body }) => {
        if (await send(method, url, body, user.token)) known += 1
      })
      const numRuns = hasInput(operation) ? RUNS_PER_ROUTE : 1
      await fc.assert(property, { numRuns, seed: SEED + index, endOnFailure: true })
      assert.ok(known > 0, 'the caller was logged in for some of it')
    })
  }

  it('the service still works afterwards', async () => {
    // Existing accounts may rightly have been disabled or locked by then.
    assert.equal((await api.sponsor()).roleType, 'sponsor')
  })
})
