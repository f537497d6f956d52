import type { z } from 'zod'
import { pathOf } from './addresses.ts'
import type { ErrorAnswer } from './envelope.ts'
import type { Language } from './errors.ts'
import type { CalledRoute, LightRoute } from './light-route.ts'
import { keepsKey, type Route } from './route.ts'
import { SESSION_HEADER, type SESSION_IN_COOKIE } from './login/session.ts'

type InputOf<R, K extends string> =
  R extends Record<K, infer T extends z.ZodType> ? { [P in K]: z.input<T> } : unknown
type OptionalInputOf<R, K extends string> =
  R extends Record<K, infer T extends z.ZodType> ? { [P in K]?: z.input<T> } : unknown

/** Input of a route: path parameters, query, body or file, as its contract declares. */
export type CallInput<R extends Route> = InputOf<R, 'params'> &
  OptionalInputOf<R, 'query'> &
  InputOf<R, 'body'> &
  (R extends { upload: true } ? { file: File } : unknown) &
  (R extends { uploads: object } ? { files: readonly File[] } : unknown) & {
    headers?: Record<string, string>
    signal?: AbortSignal
    /** The request continues after its page is closed. */
    keepalive?: boolean
  }

export interface AnsweredPage<T> {
  readonly rows: T[]
  readonly total: number
  readonly totalIsExact: boolean
  readonly next: string | null
  readonly previous: string | null
}
export interface AnsweredFile {
  readonly bytes: Uint8Array
  /** Tell the name and the kind of the file. */
  readonly headers: Headers
}

/** What a route answers with where it succeeds. Event streams are read with `open`. */
export type Answered<R extends Route> = R['answer'] extends {
  kind: 'data'
  schema: infer S extends z.ZodType
}
  ? z.output<S>
  : R['answer'] extends { kind: 'page'; schema: infer S extends z.ZodType }
    ? AnsweredPage<z.output<S>>
    : R['answer'] extends { kind: 'file' }
      ? AnsweredFile
      : never

/** How a call ended. */
export interface Outcome<R extends Route> {
  readonly status: number
  readonly headers: Headers
  /** Null if the call succeeded. */
  readonly error: ErrorAnswer | null
  /** Throws CallFailed if the call was refused. */
  readonly data: Answered<R>
}

export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly answer: ErrorAnswer

  constructor(route: Pick<CalledRoute, 'method' | 'path'>, status: number, answer: ErrorAnswer) {
    const fields = (answer.details ?? []).map(({ field, message }) => ` [${field}: ${message}]`).join('')
    super(
      `${route.method} ${route.path}: ${status} ${answer.error}: ${answer.msg}${fields} (request ${answer.requestId})`,
    )
    this.status = status
    this.answer = answer
  }
}

/** Input of a route whose type is not known statically. */
export interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: File
  files?: readonly File[]
  headers?: Record<string, string>
  signal?: AbortSignal
  keepalive?: boolean
}

export interface ClientOptions {
  /** `{base_url}`, without a trailing slash. */
  baseUrl: string
  token?: string | null
  /** Instead of a token: the session of a browser, which the service keeps in a cookie. */
  session?: typeof SESSION_IN_COOKIE
  language?: Language
  /**
   * How often a writing call is repeated with the same `Idempotency-Key` after a lost connection, or an answer that asks
   * to come back soon; 2 unless told. With 0 no key is sent.
   */
  repeats?: number
  /** Replaces the global `fetch`, for example to call a service in the same process. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>
}

const textOf = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`

function address(baseUrl: string, route: CalledRoute, { params = {}, query = {} }: LooseInput): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const item of [value].flat())
      if (item !== undefined && item !== null) search.append(key, textOf(item))
  return `${baseUrl}${pathOf(route, params)}${search.size > 0 ? `?${search.toString()}` : ''}`
}

function formOf(name: string, files: readonly File[], fields: object): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, textOf(value))
  for (const file of files) form.append(name, file)
  return form
}

function payload({ body, file, files }: LooseInput): { body?: string | FormData; type?: string } {
  if (file) return { body: formOf('file', [file], {}) }
  if (files) return { body: formOf('files', files, body ?? {}) }
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }
}

const SUCCESS = 200

/** By hand, since the schemas are much larger than the client and pages that refuse something would load them. */
function isErrorAnswer(json: unknown): json is ErrorAnswer {
  const { code, msg, error, requestId, details = [] } = Object(json) as Record<string, unknown>
  const isSaid = [msg, error, requestId].every((text) => typeof text === 'string')
  return isSaid && Number.isInteger(code) && Array.isArray(details)
}

function errorOf(response: Response, json: unknown): ErrorAnswer {
  if (isErrorAnswer(json)) return json
  const requestId = response.headers.get('x-request-id') ?? ''
  return { code: response.status, msg: response.statusText, error: 'UNEXPECTED_ANSWER', requestId }
}

/** What a body holds of a success, by the kind of answer that the route declares. */
function answerIn(route: CalledRoute, json: Record<string, unknown>): unknown {
  if (route.answer.kind !== 'page') return json['data']
  const { rows, total, totalIsExact, next, previous } = json
  return { rows, total, totalIsExact, next, previous }
}

async function outcomeOf<R extends Route>(route: CalledRoute, response: Response): Promise<Outcome<R>> {
  const { status, headers } = response
  const isFile = response.ok && route.answer.kind === 'file'
  const file = isFile ? { bytes: new Uint8Array(await response.arrayBuffer()), headers } : null
  const json = file ? {} : ((await response.json().catch(() => ({}))) as Record<string, unknown>)
  // With WARNINGS_AS_200 a refusal may have the status of a success.
  const succeeded = file !== null || (response.ok && json['code'] === SUCCESS)
  const error = succeeded ? null : errorOf(response, json)
  return {
    status,
    headers,
    error,
    get data() {
      if (error) throw new CallFailed(route, status, error)
      return (file ?? answerIn(route, json)) as Answered<R>
    },
  }
}

const SECOND_MS = 1000
const REPEATS = 2
/** A caller who is asked to wait longer is told so. */
const WAITED_MAX_SECONDS = 10
const COMES_BACK = new Set([502, 503, 504])
/** The first call is still in work, or its answer was cut off. */
const UNDECIDED = new Set<string | undefined>(['REQUEST_IN_PROGRESS', 'UNEXPECTED_ANSWER'])
const KEY_HEADER = 'idempotency-key'
const KEY_BYTES = 16

/** A new `Idempotency-Key`. Pages without HTTPS have no `randomUUID`. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Seconds until a call that ended like this may be repeated, or null if it is to end like this. */
function pauseAfter({ status, headers, error }: Pick<Outcome<Route>, 'status' | 'headers' | 'error'>) {
  if (!COMES_BACK.has(status) && !UNDECIDED.has(error?.error)) return null
  const seconds = Number(headers.get('retry-after') ?? 1)
  return seconds <= WAITED_MAX_SECONDS ? seconds : null
}

function withKey(headers: Record<string, string> = {}): Record<string, string> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === KEY_HEADER)
  return isGiven ? headers : { ...headers, [KEY_HEADER]: newKey() }
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * SECOND_MS))

/** Calls the service by its contract: `client.call(personRoutes.create, { body })`. Use `open` for streams. */
export function createClient({
  baseUrl,
  token,
  session,
  language,
  repeats = REPEATS,
  fetch: send = fetch,
}: ClientOptions) {
  const request = (route: CalledRoute, input: LooseInput): Promise<Response> => {
    const { body, type } = payload(input)
    return send(address(baseUrl, route, input), {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(session ? { [SESSION_HEADER]: session } : {}),
        ...(language ? { 'accept-language': language } : {}),
        ...(type ? { 'content-type': type } : {}),
        ...input.headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    })
  }
  async function attempt<R extends Route>(
    route: R | LightRoute<R>,
    given: CallInput<R>,
    left = keepsKey(route) ? repeats : 0,
  ): Promise<Outcome<R>> {
    const input = left > 0 ? { ...given, headers: withKey(given.headers) } : given
    let seconds = 1
    try {
      const outcome = await outcomeOf<R>(route, await request(route, input))
      const told = left > 0 ? pauseAfter(outcome) : null
      if (told === null) return outcome
      seconds = told
    } catch (error) {
      // Without an answer, the request may have been done. A browser without a network has sent nothing.
      const isSent = (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine !== false
      if (left === 0 || !isSent || input.signal?.aborted) throw error
    }
    await pause(seconds)
    return attempt(route, input, left - 1)
  }
  return {
    /** Returns the raw response, for event streams. */
    open: <R extends Route>(route: R | LightRoute<R>, input: CallInput<R>): Promise<Response> =>
      request(route, input),
    attempt: <R extends Route>(route: R | LightRoute<R>, input: CallInput<R>): Promise<Outcome<R>> =>
      attempt(route, input),
    /** Returns what the route answers, and throws a CallFailed if the call is refused. */
    async call<R extends Route>(route: R | LightRoute<R>, input: CallInput<R>): Promise<Answered<R>> {
      return (await attempt(route, input)).data
    },
  }
}

export type Client = ReturnType<typeof createClient>
