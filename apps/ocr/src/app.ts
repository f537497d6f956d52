import multipart from '@fastify/multipart'
import type { RecognitionRefusal } from '@consilium/contract/recognition.ts'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import manifest from '../package.json' with { type: 'json' }
import { createAdmission } from './admission.ts'
import type { Config } from './config.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { createPool, type Pool } from './pool/pool.ts'
import { createRecognition, type RecognitionLimits } from './recognition.ts'
import { Refusal } from './refusal.ts'
import { bindRoutes, keyCheck } from './routes.ts'

const BODY_MAX_BYTES = 64 * 1024
const HEADERS_TIMEOUT_MS = 20_000
/** For a request to come in; what is then done with it has limits of its own. */
const REQUEST_TIMEOUT_MS = 120_000
const SERVER_ERROR = 500
const CLIENT_ERROR = 400
const WORKER_FILE = new URL('./pool/worker.ts', import.meta.url)

const FRAMEWORK_ERRORS: Readonly<Record<string, RecognitionRefusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
}

export interface App {
  /** With the port that was really taken. */
  readonly url: string
  /** Resolves when the models of a worker are loaded. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  log: FastifyBaseLogger
  /** Another worker or other limits, as tests have them; no request can ask for either. */
  workerFile?: URL
  limits?: RecognitionLimits
}

function refusalOf(error: Error & { code?: string; statusCode?: number }): Refusal {
  if (error instanceof Refusal) return error
  const known = FRAMEWORK_ERRORS[error.code ?? '']
  if (known) return new Refusal(known)
  const status = error.statusCode ?? SERVER_ERROR
  return new Refusal(status >= CLIENT_ERROR && status < SERVER_ERROR ? 'MALFORMED_REQUEST' : 'UNEXPECTED')
}

async function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // Nobody is left to be answered.
  if (error.name === 'AbortError' && reply.raw.destroyed) return
  const refusal = refusalOf(error)
  if (refusal.code === 'UNEXPECTED') request.log.error(error)
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', refusal.retryAfterSeconds)
  await reply
    .code(refusal.status)
    .send({ error_code: refusal.code, message: refusal.message, request_id: request.id })
}

async function createServer(log: FastifyBaseLogger, metrics: Metrics): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
  })
  await app.register(multipart)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND')
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.answered(route, reply.statusCode, reply.elapsedTime)
    // Neither names of files nor what is on them.
    request.log.info({ route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) })
  })
  return app
}

/** Health is open to whoever starts and watches the service; all else takes the key. */
function bindOperations(app: FastifyInstance, pool: Pool, metrics: Metrics, apiKey: string | null): void {
  const document = openApiDocument({ version: manifest.version, secured: apiKey !== null })
  const holdToKey = keyCheck(apiKey)
  const onRequest = async (request: FastifyRequest) => holdToKey(request)
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const { ready, workers } = pool.state()
    return reply.code(ready > 0 ? 200 : 503).send({ status: ready > 0 ? 'ok' : 'loading', ready, workers })
  })
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
  app.get('/openapi.json', { onRequest }, async () => document)
}

/** Starts the service; its workers load their models while it already answers that it is not ready. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log, workerFile = WORKER_FILE, limits } = options
  const admission = createAdmission(config.workers + config.queueMax)
  const metrics = createMetrics({ pool: () => pool.state(), inside: () => admission.inside })
  const pool: Pool = createPool({
    workers: config.workers,
    workerFile,
    observer: {
      textRecognitions: (count) => metrics.workers.textRecognitions(count),
      workerReplaced: (reason) => {
        log.warn({ reason }, 'a worker was replaced')
        metrics.workers.workerReplaced(reason)
      },
      workerError: (trace) => log.error({ trace }, 'a worker failed'),
    },
  })
  const app = await createServer(log, metrics)
  let wasReady = false
  bindRoutes(app, {
    recognition: createRecognition({ pool, workers: config.workers, ...(limits ? { limits } : {}) }),
    admission,
    metrics,
    // Once it was, a worker that is being replaced is worth waiting for.
    isReady: () => (wasReady ||= pool.state().ready > 0),
    apiKey: config.apiKey,
    fullByDefault: config.fullByDefault,
    allowedPaths: config.allowedPaths,
  })
  bindOperations(app, pool, metrics, config.apiKey)
  try {
    const url = await app.listen({ host: config.host, port: config.port })
    return {
      url,
      close: async () => {
        await Promise.all([app.close(), pool.close()])
      },
    }
  } catch (error) {
    await pool.close()
    throw error
  }
}
