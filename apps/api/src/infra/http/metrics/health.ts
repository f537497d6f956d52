import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log.ts'
import { createProbe, type Part, type PartState } from '../../health/part.ts'

/** How all parts are, each asked within a time limit. */
export type Health = () => Promise<HealthReport>

export interface HealthReport {
  /** Whether this node can do what requests need: its own parts work. */
  isReady: boolean
  parts: Readonly<Record<string, PartState>>
}

export interface Parts {
  /** What this node cannot do without: while one of them fails, it should get no requests. */
  own: Readonly<Record<string, Part>>
  /** What other nodes would miss as well, or what only some requests need. */
  shared: Readonly<Record<string, Part>>
}

export function createHealth({ own, shared }: Parts, log: Pick<Log, 'error' | 'info'>): Health {
  const probes = Object.entries({ ...own, ...shared }).map(([name, part]) => {
    const onChange = (state: PartState, error?: unknown) =>
      state === 'ok'
        ? log.info({ part: name }, 'a part works again')
        : log.error(
            { part: name, state, ...(error ? { err: error } : {}) },
            'a part does not work as it should',
          )
    return [name, createProbe(part, onChange)] as const
  })
  return async () => {
    const states = await Promise.all(probes.map(async ([name, probe]) => [name, await probe()] as const))
    const parts = Object.fromEntries(states)
    return { isReady: Object.keys(own).every((name) => parts[name] === 'ok'), parts }
  }
}

export interface HealthOptions {
  health: Health
  /** True from the moment when the process was told to end. */
  isStopping(): boolean
  /** What an operator should know although the service works. */
  warnings(): readonly string[]
}

function statusOf({ isReady, parts }: HealthReport): 'ok' | 'degraded' | 'unavailable' {
  if (!isReady) return 'unavailable'
  return Object.values(parts).every((state) => state === 'ok') ? 'ok' : 'degraded'
}

/**
 * `/health/live`: the process runs. `/health/ready`: this node should get requests. What all nodes share is in the response and
 * takes none of them out of service, as no other could do better.
 */
export function bindHealth(app: FastifyInstance, { health, isStopping, warnings }: HealthOptions): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const report = await health()
    const status = isStopping() ? 'stopping' : statusOf(report)
    const said = warnings()
    return reply
      .code(status === 'ok' || status === 'degraded' ? 200 : 503)
      .send({ status, parts: report.parts, ...(said.length > 0 ? { warnings: said } : {}) })
  })
}
