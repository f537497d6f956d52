import { BASE_PATH } from '@consilium/contract/addresses.ts'
import {
  createClient,
  type Answered,
  type AnsweredFile,
  type CallInput,
  type ClientOptions,
  type LooseInput,
  type Outcome,
} from '@consilium/contract/client.ts'
import type { CalledRoute, LightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import { untilLoggedIn } from '../session/session-gate.ts'
import { language } from '../texts.ts'

const SECOND_MS = 1000

/** The server could not be reached. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** How long a read may take. A file may take longer, and a change goes on until its page is left. */
export const READ_MAX_SECONDS = 30

/** A read that has not been answered in time. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

type Listener = () => void
const passwordWanted = new Set<Listener>()

/** Called when the account must choose a password first. */
export function onPasswordWanted(listener: Listener): void {
  passwordWanted.add(listener)
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

function limitOf({ method, answer }: CalledRoute) {
  if (method !== 'GET' || answer.kind === 'file') return undefined
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(new TooSlow()), READ_MAX_SECONDS * SECOND_MS)
  return { signal: control.signal, end: () => clearTimeout(timer) }
}

async function attempt<R extends Route>(
  route: R | LightRoute<R>,
  input: CallInput<R>,
  send: NonNullable<ClientOptions['fetch']> = fetch,
): Promise<Outcome<R>> {
  const client = createClient({
    baseUrl: BASE_PATH,
    session: 'cookie',
    language: language(),
    ...(send ? { fetch: send } : {}),
  })
  const limit = limitOf(route)
  const signals = [input.signal, limit?.signal].filter((signal) => signal !== undefined)
  try {
    return await client.attempt(
      route,
      signals.length > 0 ? { ...input, signal: AbortSignal.any(signals) } : input,
    )
  } catch (error) {
    if (error instanceof TooSlow || isAbort(error)) throw error
    throw new Unreachable(error instanceof Error ? error.message : String(error))
  } finally {
    limit?.end()
  }
}

/**
 * Calls the service by its contract. Throws CallFailed for a refusal and Unreachable without a network. Refused because
 * the session has ended, it waits until the user has logged in again and is sent again. `send` replaces `fetch`.
 */
export async function call<R extends Route>(
  route: R | LightRoute<R>,
  input: CallInput<R>,
  send?: NonNullable<ClientOptions['fetch']>,
): Promise<Answered<R>> {
  const isPublic = route.access === 'public'
  let outcome = await attempt(route, input, send)
  while (outcome.error?.error === 'UNAUTHENTICATED') {
    const login = isPublic ? null : untilLoggedIn(input.signal)
    if (!login) break
    await login
    outcome = await attempt(route, input, send)
  }
  if (!isPublic && outcome.error?.error === 'PASSWORD_CHANGE_REQUIRED')
    for (const listener of passwordWanted) listener()
  return outcome.data
}

/** Like `call`, for finding out who is logged in: without a session it fails at once. */
export const callOnce = async <R extends Route>(
  route: R | LightRoute<R>,
  input: CallInput<R>,
): Promise<Answered<R>> => (await attempt(route, input)).data

/**
 * Like `call`, for the frames of lists and forms, which do not know the input of their routes statically. Only the
 * caller knows the type of the answer.
 */
export const callLoosely = <A = unknown>(route: CalledRoute, input: LooseInput): Promise<A> =>
  call<Route>(route, input)

/** Lets the browser save the file in an answer. */
export function saveFile({ bytes, headers }: AnsweredFile, fallbackName: string): void {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  const url = URL.createObjectURL(
    new Blob([bytes as BlobPart], { type: headers.get('content-type') ?? 'application/octet-stream' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = encoded ? decodeURIComponent(encoded) : fallbackName
  link.click()
  URL.revokeObjectURL(url)
}
