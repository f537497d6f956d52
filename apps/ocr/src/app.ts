import { openTracing } from '@consilium/tracing/open-tracing.ts'
import type { Tracing } from '@consilium/tracing/tracing.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import manifest from '../package.json' with { type: 'json' }
import { createAdmission } from './admission.ts'
import type { Config } from './config.ts'
import { createKeyCheck } from './http/key.ts'
import { bindOperations } from './http/operations.ts'
import { bindRoutes } from './http/routes.ts'
import { createServer } from './http/server.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { createPool, type Pool, type PoolObserver } from './pool/pool.ts'
import { createRecognition, type RecognitionLimits } from './recognition.ts'

const WORKER_FILE = new URL('./pool/worker.ts', import.meta.url)

export interface App {
  /** With the port that was bound. */
  readonly url: string
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  log: FastifyBaseLogger
  /** Tests replace the worker and the limits; no setting and no request does. */
  workerFile?: URL
  limits?: RecognitionLimits
  workerMemoryMaxBytes?: number
}

const poolObserver = (log: FastifyBaseLogger, metrics: Metrics): PoolObserver => ({
  textRecognitions: (count) => metrics.workers.textRecognitions(count),
  workerReplaced: (reason) => {
    log.warn({ reason }, 'a worker was replaced')
    metrics.workers.workerReplaced(reason)
  },
  workerError: (trace) => log.error({ trace }, 'a worker failed'),
})

/** Becomes true with the first ready worker and stays true: requests then wait while a worker is replaced. */
function createReadiness(pool: Pool): () => boolean {
  let wasReady = false
  return () => (wasReady ||= pool.state().ready > 0)
}

async function listen(
  { app, pool, tracing }: { app: FastifyInstance; pool: Pool; tracing: Tracing },
  { host, port }: Config,
): Promise<App> {
  try {
    const url = await app.listen({ host, port })
    return {
      url,
      close: async () => {
        await Promise.all([app.close(), pool.close()])
        await tracing.close()
      },
    }
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** Starts the service. It answers NOT_READY until the first worker has loaded its models. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log, workerFile = WORKER_FILE, limits, workerMemoryMaxBytes } = options
  const { workers, fullByDefault, allowedPaths, trustedIssuers } = config
  const admission = createAdmission(workers + config.queueMax)
  const metrics = createMetrics({ pool: () => pool.state(), inside: () => admission.inside })
  const pool: Pool = createPool({
    workers,
    workerFile,
    trustedIssuers,
    ...(workerMemoryMaxBytes === undefined ? {} : { memoryMaxBytes: workerMemoryMaxBytes }),
    observer: poolObserver(log, metrics),
  })
  const tracing = await openTracing({
    settings: config.tracing,
    service: { name: 'consilium-recognition', version: manifest.version },
    warn: (message) => log.warn(message),
  })
  const app = await createServer(log, metrics, tracing)
  const checkKey = createKeyCheck(config.apiKey)
  const recognition = createRecognition({ pool, workers, tracing, ...(limits ? { limits } : {}) })
  const isReady = createReadiness(pool)
  bindRoutes(app, { recognition, admission, metrics, isReady, checkKey, fullByDefault, allowedPaths })
  const openApi = openApiDocument({ version: manifest.version, secured: config.apiKey !== null })
  bindOperations(app, { pool, metrics, openApi, checkKey })
  return listen({ app, pool, tracing }, config)
}
