import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { residentBytes } from '../node-memory.ts'
import { startService } from '../service.ts'
import type { Answered, Request, Target } from './attack.ts'
import { wholeForm } from '@consilium/tracing/test/whole-form.ts'

const ADMIN_PASSWORD = 'Attacked-product-1'

/**
 * The speed of its answers is measured, so it runs as it does in production, except that the embedded engine in its own
 * thread is not optimized: that takes longer than all that the attacks ask of it.
 */
const PRODUCTION_BUT_ENGINE = ['--liftoff-only', '--wasm-lazy-compilation']

/** A refusal is never longer; to parse every reading of the API document would cost more than to send it. */
const REFUSAL_BYTES_MAX = 100_000

/** The answer recorded for a connection that ended without one. */
const NO_ANSWER = { status: 0, error: null, fields: [], retryAfter: null }

function payloadOf(body: unknown): { body?: RequestInit['body']; type?: string } {
  if (body === undefined) return {}
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData)
    return { body: body as NonNullable<RequestInit['body']> }
  return { body: JSON.stringify(body), type: 'application/json' }
}

async function readAnswer(response: Response): Promise<Omit<Answered, 'ms'>> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.length > REFUSAL_BYTES_MAX ? '' : bytes.toString()
  const envelope = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    error?: string
    details?: { field: string }[]
  }
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    error: envelope.error ?? null,
    fields: (envelope.details ?? []).map(({ field }) => field),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  }
}

async function send(baseUrl: string, adminToken: string, request: Request): Promise<Answered> {
  const { method = 'POST', path, token = adminToken, headers, body, signal } = request
  const { type, ...payload } = payloadOf(body)
  const init = await wholeForm({
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type ? { 'content-type': type } : {}),
      ...headers,
    },
    ...payload,
    ...(signal ? { signal } : {}),
  })
  const started = performance.now()
  const answer = await fetch(`${baseUrl}${path}`, init)
    .then(readAnswer)
    .catch(() => NO_ANSWER)
  return { ...answer, ms: performance.now() - started }
}

/**
 * Most attacks are on what lies behind the limit of requests of one address, such as the queue of hashes and the door's
 * own limits, or name addresses as a proxy does. Those on that limit have settings of their own.
 */
const BEHIND_PROXY = { TRUST_PROXY: '1', ANONYMOUS_REQUESTS_PER_MINUTE: '100000' }

/** Starts the product on an empty data folder, with its default limits but for that of an address. */
export async function startTarget(dataDir: string, settings: Record<string, string> = {}): Promise<Target> {
  const service = await startService({
    dataDir,
    flags: PRODUCTION_BUT_ENGINE,
    env: {
      ADMIN_PASSWORD,
      LOG_LEVEL: 'info',
      ...BEHIND_PROXY,
      ACCOUNT_REQUESTS_PER_MINUTE: '',
      ...settings,
    },
  })
  const { baseUrl, pid } = service
  const anonymous = createClient({ baseUrl })
  const data = await anonymous.call(accountRoutes.login, {
    body: { username: 'admin', password: ADMIN_PASSWORD },
  })
  return {
    baseUrl,
    service,
    dataDir,
    admin: createClient({ baseUrl, token: data.token, repeats: 0 }),
    adminToken: data.token,
    adminPassword: ADMIN_PASSWORD,
    anonymous,
    send: (request) => send(baseUrl, data.token, request),
    memory: () => residentBytes(pid),
  }
}
