import type { FastifyInstance } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'

/** Time limit of a probe; a part that does not answer in time counts as unavailable. */
const PROBE_MS = 1500

export type PartState = 'ok' | 'readOnly' | 'full' | 'unavailable'

/** Probes of the required parts of the service. A probe returns a description or throws. */
export type Probes = Readonly<Record<string, () => Promise<PartState>>>

/** Where a write fails with one of these, there is no room left. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** What a failed probe says of its part. */
function stateOf(error: unknown): PartState {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && FULL_CODES.has(code)) return 'full'
  if (code === 'EROFS') return 'readOnly'
  return cause === undefined ? 'unavailable' : stateOf(cause)
}

/** A good answer stands for a while, so that a probe that costs something is not made for everybody who asks. */
export function goodFor(ms: number, check: () => Promise<void>): () => Promise<PartState> {
  let lastGood = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - lastGood < ms) return 'ok'
    await check()
    lastGood = performance.now()
    return 'ok'
  }
}

/** Returns within the limit. A probe that is still running is not started again. */
function bounded(probe: () => Promise<PartState>, onError: (error: unknown) => void) {
  let running: Promise<PartState> | undefined
  async function ask(): Promise<PartState> {
    try {
      return await probe()
    } catch (error) {
      onError(error)
      return stateOf(error)
    }
  }
  return async (): Promise<PartState> => {
    running ??= ask().finally(() => (running = undefined))
    const limit = new AbortController()
    const late = delay(PROBE_MS, 'unavailable' as const, { signal: limit.signal }).catch(
      () => 'unavailable' as const,
    )
    const state = await Promise.race([running, late])
    limit.abort()
    return state
  }
}

/** How the required parts are, each asked within a time limit. */
export type Health = () => Promise<Readonly<Record<string, PartState>>>

export function createHealth(probes: Probes, log: Pick<Log, 'error'>): Health {
  const asked = Object.entries(probes).map(
    ([name, probe]) =>
      [
        name,
        bounded(probe, (error) => log.error({ err: error, part: name }, 'a part is not ready')),
      ] as const,
  )
  return async () =>
    Object.fromEntries(await Promise.all(asked.map(async ([name, ask]) => [name, await ask()] as const)))
}

export interface HealthOptions {
  health: Health
  /** True from the moment when the process was told to end. */
  isStopping(): boolean
  /** What an operator should know although the service works. */
  warnings(): readonly string[]
}

/** `/health/live`: the process runs. `/health/ready`: the service works, or the response names the failing part. */
export function bindHealth(app: FastifyInstance, { health, isStopping, warnings }: HealthOptions): void {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const parts = await health()
    const isReady = Object.values(parts).every((state) => state === 'ok')
    const status = isStopping() ? 'stopping' : isReady ? 'ok' : 'unavailable'
    const said = warnings()
    return reply
      .code(status === 'ok' ? 200 : 503)
      .send({ status, parts, ...(said.length > 0 ? { warnings: said } : {}) })
  })
}
