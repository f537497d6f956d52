import { traceRequests } from '@consilium/tracing/fastify.ts'
import type { Tracing } from '@consilium/tracing/tracing.ts'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { ErrorName } from '@consilium/contract/errors.ts'
import { randomUUID } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import { AnswerLog, hasLeft, logLeft } from './answer-log.ts'
import { decorate } from './bind.ts'
import type { Outcome } from './operation-entry.ts'
import { errorAnswer } from './error-answer.ts'
import { addSecurityHeaders } from './pages/page-headers.ts'
import { readableAddress } from './pages/readable-address.ts'
import { forwardedAddresses, trustProxyOption, type TrustedProxies } from './proxies.ts'
import { requireModestJson } from './input/json-shape.ts'
import { requestLogOf } from './request-log.ts'
import { serializerCompiler, validatorCompiler } from './input/schemas.ts'

const BODY_MAX_BYTES = 1024 * 1024
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 120_000
const PATH_PARAMETER_MAX = 4000
const TOO_MANY_REQUESTS = 429
const SERVICE_UNAVAILABLE = 503
const RETRY_SECONDS = 3
/** Nobody receives it; proxies use it in their logs and numbers for clients that left. */
const CLIENT_LEFT = 499
const ENDS_CONNECTION = new Set<ErrorName>(['TOO_MANY_REQUESTS', 'SERVICE_STOPPING'])

/** Returns Retry-After in seconds: that of the refusal, or a default for temporary conditions. */
function retryAfter(error: Error, status: number): string | number | undefined {
  if (status !== TOO_MANY_REQUESTS && status !== SERVICE_UNAVAILABLE) return undefined
  const told = error instanceof Refusal ? error.params['seconds'] : undefined
  return typeof told === 'object' ? RETRY_SECONDS : (told ?? RETRY_SECONDS)
}

async function answerError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  warningsAs200: boolean,
): Promise<void> {
  if (hasLeft(error, reply)) {
    logLeft(request)
    return void reply.code(CLIENT_LEFT).send()
  }
  const { status, name, body } = errorAnswer(error, { language: request.language, requestId: request.id })
  if (status >= 500) {
    request.failure = name
    request.log.error(error)
  }
  const subject = error instanceof Refusal ? error.subject : null
  if (name !== 'SERVICE_STOPPING') await recordFailure(request, { status, error: name, subject })
  const seconds = retryAfter(error, status)
  if (seconds !== undefined) reply.header('retry-after', seconds)
  // The rest of a refused body is not read.
  if (ENDS_CONNECTION.has(name) && !request.raw.complete) reply.header('connection', 'close')
  // A failed download must not keep the headers of the file.
  reply.removeHeader('content-length').removeHeader('content-disposition')
  reply.type('application/json; charset=utf-8')
  // Serialized here, since Fastify would use the route's schema for status 200.
  if (body.warning && warningsAs200) await reply.code(200).send(JSON.stringify(body))
  else await reply.code(status).send(body)
}

async function recordFailure(request: FastifyRequest, outcome: Outcome): Promise<void> {
  try {
    await request.routeOptions.config.recordFailure?.(request, outcome)
  } catch (error) {
    request.log.error(error)
  }
}

/** JSON bodies are looked over before they are parsed. */
function addJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    try {
      requireModestJson(body)
    } catch (error) {
      done(error as Error)
      return
    }
    void parse(request, body, done)
  })
}

/** One line for each request. */
function logRequests(
  app: FastifyInstance,
  { log, tracing }: { log: FastifyBaseLogger; tracing: Tracing },
): void {
  // None of the fields below can hold a secret, and looking for one took longer than the rest of the line.
  const plainLog = log.child({}, { redact: { paths: [] } })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id } = request
    // A traced request has its trace in every line.
    const line = tracing.isOn ? request.log : plainLog
    // The route is logged instead of the address, which may contain names, phones and signatures.
    line.info({
      requestId: tracing.isOn ? undefined : id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
}

/** Creates the HTTP server with the conventions of every route: envelope, request ids, languages, limits. */
export async function createServer(options: {
  log: FastifyBaseLogger
  trustedProxies: TrustedProxies | null
  /** True if the service is reached over HTTPS. */
  https: boolean
  /** True if refusals that are shown as warnings have status 200. */
  warningsAs200: boolean
  /** A connection without a byte in either direction for so long is closed. */
  clientSilenceMs: number
  tracing: Tracing
}): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    // One line is logged for each request below, without parameters of the address.
    logController: new AnswerLog(),
    childLoggerFactory: (log, bindings, child) => requestLogOf(log, bindings, child),
    trustProxy: trustProxyOption(options.trustedProxies),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: options.clientSilenceMs,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    genReqId: () => randomUUID(),
    rewriteUrl: readableAddress,
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX },
    // What is open was given its time to finish before (draining.ts), and the framework's own 503 has no envelope.
    forceCloseConnections: true,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      request.language ??= 'zh-CN'
      void answerError(error, request, reply, options.warningsAs200)
    },
  })
  // A client's trace is not gone on with: anyone could have any request traced, as a part of any trace.
  traceRequests(app, options.tracing, { goesOn: false, failureOf: ({ failure }) => failure })
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const told = headers['x-forwarded-for']
    if (typeof told === 'string') headers['x-forwarded-for'] = forwardedAddresses(told)
    done()
  })
  // Clients that name a type with every request also do so where they send no body.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
    done()
  })
  addJsonBodies(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  decorate(app)
  await app.register(cookie)
  await app.register(multipart)
  app.setErrorHandler((error: Error, request, reply) =>
    answerError(error, request, reply, options.warningsAs200),
  )
  app.setNotFoundHandler(() => {
    throw new Refusal('ROUTE_NOT_FOUND')
  })
  addSecurityHeaders(app, options)
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  logRequests(app, options)
  return app
}
