import { Counter, Gauge, type Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

/** Whether each required part works, and how many requests were answered with a failure of the service, by its name. */
export function addPartMetrics(app: FastifyInstance, registry: Registry, health: Health): void {
  const gauge = new Gauge({
    name: 'consilium_part_ready',
    help: '1 while a required part of the service works, else 0',
    labelNames: ['part'] as const,
    registers: [registry],
    async collect() {
      for (const [part, state] of Object.entries(await health())) gauge.set({ part }, state === 'ok' ? 1 : 0)
    },
  })
  const failures = new Counter({
    name: 'consilium_failed_requests_total',
    help: 'Requests answered with a status from 500, by the name of the error',
    labelNames: ['error'] as const,
    registers: [registry],
  })
  // A series that is there from the start lets an alert see the first failure.
  failures.inc({ error: 'SEALED_VALUE_INVALID' }, 0)
  app.addHook('onResponse', ({ failure }, _reply, done) => {
    if (failure !== null) failures.inc({ error: failure })
    done()
  })
}
