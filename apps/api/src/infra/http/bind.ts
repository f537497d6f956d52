import type { Page } from '@consilium/contract/envelope.ts'
import type { ErrorName, Language } from '@consilium/contract/errors.ts'
import { keepsKey, type Route } from '@consilium/contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { onBehalfOf } from '../db/transactions/connection-shares.ts'
import { expectLastWrites } from '../db/transactions/request-transaction.ts'
import { asDone, isTellable, type AsDone, type LastChange } from './repeats/as-done.ts'
import { readingOf, withoutUnchanged, type Read } from './input/as-read.ts'
import { authorize, type Authentication } from './authorize.ts'
import type { BindFor, Caller, Handler } from './call.ts'
import type { Devices } from './cookies/device-cookie.ts'
import { createFairTurns } from './limits/fair-turns.ts'
import { sendFile, type FileAnswer } from './file-answer.ts'
import { addFormBodies } from './input/form-body.ts'
import { noteSent, withIdempotencyKey, type IdempotencyStore } from './repeats/idempotency.ts'
import { languageOf } from './language.ts'
import { entryOf, isFailureLogged, isLogged, type OperationEntry, type Outcome } from './operation-entry.ts'
import { originOf } from './origin.ts'
import type { Subject } from '../refusal.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import { fastifySchema, successStatus } from './input/schemas.ts'
import { sessionCarrier, visitOf } from './cookies/session-cookie.ts'
import { ticketCarrier } from './cookies/ticket-cookie.ts'
import type { Received, UploadIntake } from './uploads/upload.ts'

export interface BindOptions<Actor extends Caller> extends Authentication<Actor> {
  names: ReadonlyMap<Route, string>
  recordOperation(entry: OperationEntry): Promise<void>
  lastChange: LastChange
  idempotency: IdempotencyStore
  rateLimiter: RateLimiter
  uploads: UploadIntake
  devices: Devices
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Caller | null
    /** The account that this request has logged in, or whose first factor it has shown. */
    proven: Subject | null
    language: Language
    /** The name of the error with which the service failed to answer, if it did. */
    failure: ErrorName | null
    /** Gives the places back that it holds or waits for (fair-turns.ts). */
    endTurn: (() => void) | null
  }
  interface FastifyContextConfig {
    recordFailure?(request: FastifyRequest, failure: Outcome): Promise<void>
  }
}

/** Limit of JSON bodies of public routes. */
const ANONYMOUS_BODY_MAX_BYTES = 64 * 1024

const OK: Record<Language, string> = { 'zh-CN': '操作成功', en: 'OK' }

/** Removes empty query values, which forms send for unset filters. */
function dropEmptyQuery(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const query = request.query as Record<string, unknown>
  for (const key of Object.keys(query)) if (query[key] === '') delete query[key]
  done()
}

function answer(route: Route, reply: FastifyReply, language: Language, result: unknown): unknown {
  switch (route.answer.kind) {
    case 'data':
      return { code: 200, msg: OK[language], data: result }
    case 'page':
      return { ...(result as Page<unknown>), code: 200, msg: OK[language] }
    case 'file':
      return sendFile(reply, result as FileAnswer)
    case 'stream':
      return reply
  }
}

/** A module is the first part of an operation's name. */
const moduleOf = (operation: string): string => operation.slice(0, operation.indexOf('.'))

/** What a handler receives. What most handlers do not ask for is made where one does. */
class ReceivedCall<Actor extends Caller> {
  readonly actor: FastifyRequest['actor']
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly upload: Received['upload']
  readonly uploads: Received['uploads']
  readonly language: Language
  readonly requestId: string
  readonly headers: FastifyRequest['headers']
  readonly reply: FastifyReply | undefined
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #options: BindOptions<Actor>

  constructor(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    { fields, upload, uploads }: Received,
    options: BindOptions<Actor>,
  ) {
    this.actor = request.actor
    this.params = request.params
    this.query = request.query
    this.body = fields ?? request.body
    this.upload = upload
    this.uploads = uploads
    this.language = request.language
    this.requestId = request.id
    this.headers = request.headers
    this.reply = route.answer.kind === 'stream' ? reply : undefined
    this.#request = request
    this.#reply = reply
    this.#options = options
  }

  get session() {
    return sessionCarrier(this.#request, this.#reply, this.#options.cookie)
  }

  get visit() {
    return visitOf(this.#request, this.#options.cookie)
  }

  get ticket() {
    return ticketCarrier(this.#request, this.#reply, this.#options.cookie)
  }

  get ip() {
    return this.#request.ip
  }

  get origin() {
    return originOf(this.#request.ip, this.#options.devices.idOf(this.#request))
  }

  /** A function of its own, since handlers take it without its call. */
  get keepDevice() {
    return () => originOf(this.#request.ip, this.#options.devices.keep(this.#request, this.#reply))
  }
}

/** Serves a request: once for its idempotency key where the route keeps one, and with an entry in the operation log. */
function handlerOf<R extends Route, Actor extends Caller>(
  route: R,
  handler: Handler<R, Actor>,
  operation: string,
  { done, ...options }: BindOptions<Actor> & { done: AsDone | null },
) {
  const isOneTransaction = route.creates === true || done !== null
  const serve = async (request: FastifyRequest, reply: FastifyReply, received: Received) => {
    reply.code(successStatus(route))
    const run = async () => {
      const call = new ReceivedCall(route, request, reply, received, options)
      const result = await handler(call as unknown as Parameters<typeof handler>[0])
      // The log entry is written before the response, so that no acknowledged write is missing from it.
      const outcome = { status: reply.statusCode, error: null }
      expectLastWrites()
      if (isLogged(route))
        await options.recordOperation(entryOf({ operation, route }, request, outcome, result))
      return result
    }
    const { idempotency } = options
    const once = () =>
      keepsKey(route)
        ? withIdempotencyKey(idempotency, { route, isOneTransaction }, { request, reply }, run)
        : run()
    const result = await (done ? once().catch((error: unknown) => done(request, error)) : once())
    return answer(route, reply, request.language, result)
  }

  return route.upload || route.uploads
    ? (request: FastifyRequest, reply: FastifyReply) =>
        options.uploads.with(request, route, (received) => serve(request, reply, received))
    : (request: FastifyRequest, reply: FastifyReply) => serve(request, reply, {})
}

/** Returns what serves a route of the contract: access, input, answer and logging follow from its declaration. */
export function createBind<Actor extends Caller>(
  app: FastifyInstance,
  options: BindOptions<Actor>,
): BindFor<Actor> {
  addFormBodies(app)
  const turnOf = createFairTurns(options.cookie)
  const handlers = new Map<Route, (call: unknown) => unknown>()
  const routesOf = Map.groupBy(options.names.keys(), (route) => moduleOf(options.names.get(route) ?? ''))
  const reader =
    (reading: Route): Read =>
    async (request, params) =>
      handlers.get(reading)?.({ actor: request.actor, params, query: {}, language: request.language })

  return (route, handler) => {
    handlers.set(route, handler as (call: unknown) => unknown)
    const operation = options.names.get(route)
    if (!operation) throw new Error(`${route.method} ${route.path} is in no route table of the contract`)
    const reading = readingOf(route, routesOf.get(moduleOf(operation)) ?? [])
    const limits = options.rateLimiter(route)
    const turn = turnOf(route)
    const settings: RouteShorthandOptions = {
      schema: fastifySchema(route),
      onRequest: [...turn.onRequest, authorize(route, options), ...limits.onRequest, ...turn.beforeBody],
      onSend: turn.onSend,
      preValidation: [
        ...turn.preValidation,
        dropEmptyQuery,
        ...(keepsKey(route) ? [noteSent] : []),
        ...(reading ? [withoutUnchanged(route, reading, reader(reading))] : []),
      ],
      preHandler: limits.preHandler,
      ...(route.access === 'public' ? { bodyLimit: ANONYMOUS_BODY_MAX_BYTES } : {}),
      config: {
        takesForm: route.answer.kind === 'file' || route.takesForm === true,
        recordFailure: async (request, failure) => {
          if (isLogged(route) && isFailureLogged(failure))
            await options.recordOperation(entryOf({ operation, route }, request, failure, null))
        },
      },
    }
    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    const done =
      reading && isTellable(route)
        ? asDone({ route, operation }, { reading, read: reader(reading), lastChange: options.lastChange })
        : null
    const serve = handlerOf(route, handler, operation, { ...options, done })
    app.route({
      ...settings,
      method: route.method,
      url: path,
      handler: (request, reply) => onBehalfOf(operation, () => serve(request, reply)),
    })
  }
}

/** Declares the properties that every request has. */
export function decorate(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('proven', null)
  app.decorateRequest('language', 'zh-CN')
  app.decorateRequest('failure', null)
  app.decorateRequest('sent', null)
  app.decorateRequest('endTurn', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.language = languageOf(request.headers['accept-language'])
    done()
  })
}
