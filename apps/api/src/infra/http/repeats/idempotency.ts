import type { Route } from '@consilium/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { badFields, Refusal } from '../../refusal.ts'
import { writerOf } from '../input/schemas.ts'

const KEY_HEADER = 'idempotency-key'
const KEY_FORM = /^[\x21-\x7e]{1,200}$/
const KEY_WORDS = {
  'zh-CN': '须为1到200个字母、数字或符号，不含空格',
  en: 'Must be 1 to 200 letters, digits or signs without spaces',
}

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  /** The sender; keys of different senders are independent. */
  scope: string
  key: string
  /** Fingerprint of method, address and body. */
  content: string
}

/** The state of a key: unknown, answered, or used by a different request. */
export type Known = { state: 'unknown' } | { state: 'mismatch' } | { state: 'done'; answer: unknown }

/** Stores the answers of requests with an Idempotency-Key. */
export interface IdempotencyStore {
  find(request: KeyedRequest): Promise<Known>
  /**
   * Runs a request and stores its answer, as `written` gives it, in one transaction. Concurrent requests with the same
   * key are refused with REQUEST_IN_PROGRESS. `asked` is null for a request without a key.
   */
  run<T>(request: KeyedRequest | null, work: () => Promise<T>, written: (answer: T) => string): Promise<T>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a request with a key as it was sent, before anything in it was dropped or converted. */
    sent: string | null
  }
}

const textOf = (body: unknown) => JSON.stringify(body ?? null)

/** Notes what a request with a key sends: its repetition must be the same, whatever has become of the record by then. */
export function noteSent(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.headers[KEY_HEADER] !== undefined && request.body !== undefined)
    request.sent = textOf(request.body)
  done()
}

const contentOf = (request: FastifyRequest): string =>
  `${request.method} ${request.url}\n${request.sent ?? textOf(request.body)}`

function keyed(request: FastifyRequest): KeyedRequest | null {
  const key = request.headers[KEY_HEADER]
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY_FORM.test(key)) throw badFields(['Idempotency-Key'], KEY_WORDS)
  const scope = request.actor ? `user:${request.actor.userId}` : `address:${request.ip}`
  return { scope, key, content: contentOf(request) }
}

/**
 * Runs a writing request once for its Idempotency-Key; a repeated request gets the answer of the first one, even after
 * a lost connection or a restart. A failed request has written nothing and may be repeated.
 */
export async function withIdempotencyKey<T>(
  store: IdempotencyStore,
  { route, isOneTransaction }: { route: Route; isOneTransaction: boolean },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: () => Promise<T>,
): Promise<T> {
  const written = writerOf(route)
  const asked = keyed(request)
  if (!asked) return isOneTransaction ? store.run(null, run, written) : run()

  async function firstAnswer(known: KeyedRequest): Promise<{ answer: T } | undefined> {
    const found = await store.find(known)
    if (found.state === 'mismatch') throw new Refusal('IDEMPOTENCY_KEY_REUSED')
    if (found.state === 'unknown') return undefined
    reply.header('idempotency-replayed', 'true')
    return { answer: found.answer as T }
  }

  const before = await firstAnswer(asked)
  if (before) return before.answer
  try {
    return await store.run(asked, run, written)
  } catch (error) {
    // A concurrent request with the same key may have committed and caused this error.
    const meanwhile = await firstAnswer(asked).catch(() => undefined)
    if (meanwhile) return meanwhile.answer
    throw error
  }
}
