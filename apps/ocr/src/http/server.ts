import { traceRequests } from '@consilium/tracing/fastify.ts'
import type { Tracing } from '@consilium/tracing/tracing.ts'
import multipart from '@fastify/multipart'
import type { RecognitionRefusal } from '@consilium/contract/recognition/recognition.ts'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Metrics } from '../metrics.ts'
import { Refusal } from '../refusal.ts'

const BODY_MAX_BYTES = 64 * 1024
const HEADERS_TIMEOUT_MS = 20_000
/** The time for receiving a request; working on it has limits of its own. */
const REQUEST_TIMEOUT_MS = 120_000
const SERVER_ERROR = 500
const CLIENT_ERROR = 400

const FRAMEWORK_ERRORS: Readonly<Record<string, RecognitionRefusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
}

function refusalOf(error: Error & { code?: string; statusCode?: number }): Refusal {
  if (error instanceof Refusal) return error
  const known = FRAMEWORK_ERRORS[error.code ?? '']
  if (known) return new Refusal(known)
  const status = error.statusCode ?? SERVER_ERROR
  return new Refusal(status >= CLIENT_ERROR && status < SERVER_ERROR ? 'MALFORMED_REQUEST' : 'UNEXPECTED')
}

async function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const hasHungUp = error.name === 'AbortError' && reply.raw.destroyed
  if (hasHungUp) return
  const refusal = refusalOf(error)
  if (refusal.code === 'UNEXPECTED') request.log.error(error)
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', refusal.retryAfterSeconds)
  await reply
    .code(refusal.status)
    .send({ error_code: refusal.code, message: refusal.message, request_id: request.id })
}

function addHooks(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.answered(route, reply.statusCode, reply.elapsedTime)
    // File names and contents are personal data and must not be logged.
    request.log.info({ route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) })
  })
}

export async function createServer(
  log: FastifyBaseLogger,
  metrics: Metrics,
  tracing: Tracing,
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
  })
  // The platform's traces go on here: the service serves nobody else.
  traceRequests(app, tracing, { goesOn: true })
  await app.register(multipart)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND')
  })
  addHooks(app, metrics)
  return app
}
