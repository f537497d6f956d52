import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { allows, type Route } from '@consilium/contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import { Refusal, type Subject } from '../refusal.ts'
import { readingOf, withoutUnchanged, type Read } from './as-read.ts'
import type { Actor } from './actor.ts'
import type { Devices } from './device-cookie.ts'
import { sendFile, type FileAnswer } from './file-answer.ts'
import { addFormBodies } from './form-body.ts'
import { withIdempotencyKey, type IdempotencyStore } from './idempotency.ts'
import { languageOf } from './language.ts'
import { originOf, type Origin } from './origin.ts'
import type { RateLimiter } from './rate-limit.ts'
import { fastifySchema, successStatus } from './schemas.ts'
import {
  sessionCarrier,
  tokenOf,
  visitOf,
  type CookieOptions,
  type SessionCarrier,
  type Visit,
} from './session-cookie.ts'
import type { Received, Upload, UploadIntake } from './upload.ts'

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Part<R, K extends string> = R extends Record<K, infer T> ? Parsed<T> : undefined

/** What a handler gets: checked input and the caller. */
export interface Call<R extends Route> {
  actor: R['access'] extends 'public' ? Actor | null : Actor
  params: Part<R, 'params'>
  query: Part<R, 'query'>
  body: Part<R, 'body'>
  upload: R extends { upload: true } ? Upload : undefined
  uploads: R extends { uploads: object } ? Upload[] : undefined
  session: SessionCarrier
  visit: Visit
  language: Language
  requestId: string
  ip: string
  origin: Origin
  /** The origin, with an id for a browser that had none: to be called when somebody has logged in. */
  keepDevice(): Origin
  headers: FastifyRequest['headers']
  /** The raw reply of a stream route. */
  reply: R['answer'] extends { kind: 'stream' } ? FastifyReply : undefined
}

type Result<A> = A extends { kind: 'data'; schema: infer S extends z.ZodType }
  ? z.output<S>
  : A extends { kind: 'page'; schema: infer S extends z.ZodType }
    ? Page<z.output<S>>
    : A extends { kind: 'file' }
      ? FileAnswer
      : void

export type Handler<R extends Route> = (call: Call<R>) => Promise<Result<R['answer']>> | Result<R['answer']>

/** Serves a route of the contract: access, input, answer and logging follow from its declaration. */
export type Bind = <R extends Route>(route: R, handler: Handler<R>) => void

export interface OperationEntry {
  operation: string
  actor: Subject | null
  target: string | null
  httpStatus: number
  error: string | null
  ip: string
  requestId: string
}

export interface BindOptions {
  names: ReadonlyMap<Route, string>
  authenticate(token: string, use: { isUse: boolean }): Promise<Actor | null>
  recordOperation(entry: OperationEntry): Promise<void>
  idempotency: IdempotencyStore
  rateLimiter: RateLimiter
  uploads: UploadIntake
  devices: Devices
  cookie: CookieOptions
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    language: Language
  }
  interface FastifyContextConfig {
    recordFailure?(request: FastifyRequest, failure: Outcome): Promise<void>
  }
}

export interface Outcome {
  status: number
  error: string | null
  /** The account that a refusal was about, where it says so. */
  subject?: Subject | null
}

/** The longest JSON body of a public route is far below it. */
const ANONYMOUS_BODY_MAX_BYTES = 64 * 1024

const OK: Record<Language, string> = { 'zh-CN': '操作成功', en: 'OK' }

/** Null without a token of a live session: on a public route a visitor with an old one is a visitor like any other. */
async function identify(route: Route, request: FastifyRequest, options: BindOptions): Promise<Actor | null> {
  const token = tokenOf(request, options.cookie)
  // An event stream is opened again by the page itself, with or without anybody before it.
  return token ? options.authenticate(token, { isUse: route.answer.kind !== 'stream' }) : null
}

/** Settles who calls before anything of the body is read. */
function authorize(route: Route, options: BindOptions) {
  return async (request: FastifyRequest): Promise<void> => {
    const actor = await identify(route, request, options)
    if (!actor && route.access !== 'public') throw new Refusal('UNAUTHENTICATED')
    if (actor && !allows(route.access, actor.roleType)) throw new Refusal('FORBIDDEN')
    if (actor?.mustChangePassword && route.access !== 'public' && !route.initialPassword)
      throw new Refusal('PASSWORD_CHANGE_REQUIRED')
    if (actor?.mustEnrolFactor && route.access !== 'public' && !route.beforeEnrolment)
      throw new Refusal('SECOND_FACTOR_REQUIRED')
    request.actor = actor
  }
}

/** Forms send empty query values for filters that are not set. */
async function dropEmptyQuery(request: FastifyRequest): Promise<void> {
  const query = request.query as Record<string, unknown>
  for (const [key, value] of Object.entries(query)) if (value === '') delete query[key]
}

const ID_FIELD = /Ids?$/

const idsIn = (part: unknown): [string, string][] =>
  Object.entries(typeof part === 'object' && part !== null ? part : {})
    .filter(([key, value]) => ID_FIELD.test(key) && (typeof value === 'number' || Array.isArray(value)))
    .map(([key, value]) => [key, String(value)])

/** The ids that a request names, and that of the record it made: an answer's first id is its own. */
function targetOf(request: FastifyRequest, result: unknown): string | null {
  const ids = new Map([...idsIn(request.params), ...idsIn(request.body), ...idsIn(result).slice(0, 1)])
  return ids.size === 0 ? null : [...ids].map(([key, value]) => `${key}=${value}`).join(' ')
}

/** Logged whatever their status: somebody tried to get in. */
const FAILED_PROOFS = new Set<string | null>(['LOGIN_FAILED', 'SMS_CODE_WRONG'])

const NOT_WORTH_LOGGING = new Set([400, 401, 413, 415, 429])

/** Whether the operation log holds it: every write, and readings of what is guarded. */
export const isLogged = (route: Route): boolean => route.logged === true || route.method !== 'GET'

async function answer(
  route: Route,
  reply: FastifyReply,
  language: Language,
  result: unknown,
): Promise<unknown> {
  switch (route.answer.kind) {
    case 'data':
      return { code: 200, msg: OK[language], data: result }
    case 'page':
      return { code: 200, msg: OK[language], ...(result as Page<unknown>) }
    case 'file':
      return sendFile(reply, result as FileAnswer)
    case 'stream':
      return reply
  }
}

/** The routes of the same module, whose operations have the same first name. */
function moduleOf(names: BindOptions['names'], operation: string): Route[] {
  const module = operation.slice(0, operation.indexOf('.') + 1)
  return [...names].filter(([, name]) => name.startsWith(module)).map(([route]) => route)
}

export function createBind(app: FastifyInstance, options: BindOptions): Bind {
  addFormBodies(app)
  const handlers = new Map<Route, (call: unknown) => unknown>()
  const reader =
    (reading: Route): Read =>
    async (request, params) =>
      handlers.get(reading)?.({ actor: request.actor, params, query: {}, language: request.language })

  return (route, handler) => {
    handlers.set(route, handler as (call: unknown) => unknown)
    const operation = options.names.get(route)
    if (!operation) throw new Error(`${route.method} ${route.path} is not in the contract's table of modules`)
    const record = (request: FastifyRequest, outcome: Outcome, result: unknown) =>
      options.recordOperation({
        operation,
        actor: request.actor ?? outcome.subject ?? null,
        target: targetOf(request, result),
        httpStatus: outcome.status,
        error: outcome.error,
        ip: request.ip,
        requestId: request.id,
      })

    const reading = readingOf(route, moduleOf(options.names, operation))
    const limits = options.rateLimiter(route)
    const settings: RouteShorthandOptions = {
      schema: fastifySchema(route),
      onRequest: [authorize(route, options), ...limits.onRequest],
      preValidation: [
        dropEmptyQuery,
        ...(reading ? [withoutUnchanged(route, reading, reader(reading))] : []),
      ],
      preHandler: limits.preHandler,
      ...(route.access === 'public' ? { bodyLimit: ANONYMOUS_BODY_MAX_BYTES } : {}),
      config: {
        takesForm: route.answer.kind === 'file',
        recordFailure: async (request, failure) => {
          const isProof = failure.subject || FAILED_PROOFS.has(failure.error)
          const isWorth = isProof || !NOT_WORTH_LOGGING.has(failure.status)
          if (isLogged(route) && isWorth) await record(request, failure, null)
        },
      },
    }

    const serve = async (request: FastifyRequest, reply: FastifyReply, received: Received) => {
      reply.code(successStatus(route))
      const run = async () => {
        const result = await handler({
          actor: request.actor,
          params: request.params,
          query: request.query,
          body: received.fields ?? request.body,
          upload: received.upload,
          uploads: received.uploads,
          session: sessionCarrier(request, reply, options.cookie),
          visit: visitOf(request, options.cookie),
          language: request.language,
          requestId: request.id,
          ip: request.ip,
          origin: originOf(request.ip, options.devices.idOf(request)),
          keepDevice: () => originOf(request.ip, options.devices.keep(request, reply)),
          headers: request.headers,
          reply: route.answer.kind === 'stream' ? reply : undefined,
        } as Parameters<typeof handler>[0])
        // Recorded before it is acknowledged: no answered write is missing from the operation log.
        if (isLogged(route)) await record(request, { status: reply.statusCode, error: null }, result)
        return result
      }
      const result = route.creates
        ? await withIdempotencyKey(options.idempotency, request, reply, run)
        : await run()
      return answer(route, reply, request.language, result)
    }

    const takesFiles = Boolean(route.upload ?? route.uploads)
    const handle = (request: FastifyRequest, reply: FastifyReply) =>
      takesFiles
        ? options.uploads.with(request, route, (received) => serve(request, reply, received))
        : serve(request, reply, {})

    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    app.route({ ...settings, method: route.method, url: path, handler: handle })
  }
}

/** Sets what every request carries. */
export function decorate(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('language', 'zh-CN')
  app.addHook('onRequest', async (request) => {
    request.language = languageOf(request.headers['accept-language'])
  })
}
