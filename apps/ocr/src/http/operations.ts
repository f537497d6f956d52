import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { Json } from '@consilium/contract/json-schema.ts'
import type { Pool } from '../pool/pool.ts'
import type { KeyCheck } from './key.ts'

export interface OperationsContext {
  pool: Pool
  metrics: Metrics
  openApi: Json
  checkKey: KeyCheck
}

/** Routes for operators. The health of the service is public; the others need the key. */
export function bindOperations(app: FastifyInstance, context: OperationsContext): void {
  const { pool, metrics, openApi, checkKey } = context
  const onRequest = async (request: FastifyRequest) => checkKey(request)
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const { ready, workers } = pool.state()
    return reply.code(ready > 0 ? 200 : 503).send({ status: ready > 0 ? 'ok' : 'loading', ready, workers })
  })
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
  app.get('/openapi.json', { onRequest }, async () => openApi)
}
