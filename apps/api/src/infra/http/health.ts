import type { FastifyInstance } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'

/** Time limit of a probe; a database that does not answer in time counts as unavailable. */
const PROBE_MS = 1500

export type PartState = 'ok' | 'readOnly' | 'unavailable'

/** Probes of the required parts of the service. A probe returns a description or throws. */
export type Probes = Readonly<Record<string, () => Promise<PartState>>>

/** Returns within the limit. A probe that is still running is not started again. */
function bounded(probe: () => Promise<PartState>, onError: (error: unknown) => void) {
  let running: Promise<PartState> | undefined
  return async (): Promise<PartState> => {
    running ??= probe()
      .catch((error: unknown): PartState => {
        onError(error)
        return 'unavailable'
      })
      .finally(() => (running = undefined))
    const limit = new AbortController()
    const late = delay(PROBE_MS, 'unavailable' as const, { signal: limit.signal }).catch(
      () => 'unavailable' as const,
    )
    const state = await Promise.race([running, late])
    limit.abort()
    return state
  }
}

/** `/health/live`: the process runs. `/health/ready`: the service works, or the response names the failing part. */
export function bindHealth(app: FastifyInstance, probes: Probes): void {
  const asked = Object.entries(probes).map(
    ([name, probe]) =>
      [
        name,
        bounded(probe, (error) => app.log.error({ err: error, part: name }, 'a part is not ready')),
      ] as const,
  )
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const states = await Promise.all(asked.map(async ([name, ask]) => [name, await ask()] as const))
    const isReady = states.every(([, state]) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', parts: Object.fromEntries(states) })
  })
}
