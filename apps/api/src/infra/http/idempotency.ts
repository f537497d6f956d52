import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const KEY_HEADER = 'idempotency-key'
const KEY_FORM = /^[\x21-\x7e]{1,200}$/

export type Claim = { state: 'fresh' } | { state: 'done'; answer: unknown } | { state: 'busy' | 'mismatch' }

/** Remembers the answers of requests that carried an Idempotency-Key. */
export interface IdempotencyStore {
  /** Atomic: of several requests with one key, one gets `fresh`. */
  claim(scope: string, key: string, request: string): Promise<Claim>
  complete(scope: string, key: string, answer: unknown): Promise<void>
  release(scope: string, key: string): Promise<void>
}

const contentOf = (request: FastifyRequest): string =>
  `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`

/**
 * Runs a creating request once for its Idempotency-Key; a repetition gets the first answer, whatever happened
 * to the connection. A request that failed may be repeated. Without the header it just runs.
 */
export async function onceOnly<T>(
  store: IdempotencyStore,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<T>,
): Promise<T> {
  const key = request.headers[KEY_HEADER]
  if (key === undefined) return run()
  if (typeof key !== 'string' || !KEY_FORM.test(key))
    throw new Refusal('VALIDATION_FAILED', {
      details: [{ field: 'Idempotency-Key', message: '1–200 ASCII' }],
    })
  const scope = request.actor ? `user:${request.actor.userId}` : `address:${request.ip}`
  const claim = await store.claim(scope, key, contentOf(request))
  if (claim.state === 'mismatch') throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  if (claim.state === 'busy') throw new Refusal('REQUEST_IN_PROGRESS')
  if (claim.state === 'done') {
    reply.header('idempotency-replayed', 'true')
    return claim.answer as T
  }
  try {
    const result = await run()
    await store.complete(scope, key, result)
    return result
  } catch (error) {
    await store.release(scope, key)
    throw error
  }
}
