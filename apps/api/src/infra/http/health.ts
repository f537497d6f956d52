import type { FastifyInstance } from 'fastify'

/** `/health/live`: the process runs. `/health/ready`: it can serve, its database answers. */
export function bindHealth(app: FastifyInstance, probe: () => Promise<unknown>): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (request, reply) => {
    try {
      await probe()
      return { status: 'ok' }
    } catch (error) {
      request.log.error(error)
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
