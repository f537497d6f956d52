import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient, type ClientOptions, type LooseInput } from '@consilium/contract/client.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import { untilLoggedIn } from './session.ts'
import { language, say } from './words.ts'

const TOO_LARGE = 413
const NO_ANSWER_OF_SERVICE = 'UNEXPECTED_ANSWER'

/** How a call ended: with data, with a refusal, or without an answer. */
export type Reply<T> = { ok: true; data: T } | { ok: false; status: number; error: ErrorAnswer | null }

type Fetch = NonNullable<ClientOptions['fetch']>

async function callOnce<T>(route: CalledRoute, input: LooseInput = {}, send?: Fetch): Promise<Reply<T>> {
  const options = { baseUrl: BASE_PATH, session: 'cookie', language: language() } as const
  const client = createClient(send ? { ...options, fetch: send } : options)
  try {
    // The page holds the route without its schemas, so the type of the answer is known to the caller alone.
    const outcome = await client.attempt(route as Route, input as never)
    return outcome.error
      ? { ok: false, status: outcome.status, error: outcome.error }
      : { ok: true, data: outcome.data as T }
  } catch {
    return { ok: false, status: 0, error: null }
  }
}

/** Calls the service. If the session has ended, it asks for the password over the page and calls again. */
export async function call<T>(route: CalledRoute, input: LooseInput = {}, send?: Fetch): Promise<Reply<T>> {
  const reply = await callOnce<T>(route, input, send)
  if (reply.ok || reply.error?.error !== 'UNAUTHENTICATED') return reply
  await untilLoggedIn()
  return call(route, input, send)
}

/** For the login itself, which a refusal does not send back to the login. */
export const callAnonymously = callOnce

/** Says why a call failed, in the words of the service if it answered. */
export function reasonOf({ status, error }: Extract<Reply<unknown>, { ok: false }>): string {
  if (error === null) return say('unreachable')
  if (error.error !== NO_ANSWER_OF_SERVICE) return error.msg
  return status === TOO_LARGE ? say('answerTooLarge') : say('answerFailed', { status })
}
