import { setTimeout as delay } from 'node:timers/promises'
import { CallFailed } from '@consilium/contract/client.ts'
import type { Postgres } from '../../scripts/postgres.ts'

const EVERY_MS = 30_000
const FROZEN_MS = 5000
/** Requests that wait for a connection when a fault ends may still be refused for so long. */
const AFTER_MS = 10_000
/** What the service may answer while its database is away. */
const REFUSALS = new Set([502, 503, 504])

const KINDS: Record<string, (postgres: Postgres) => Promise<unknown>> = {
  'sessions ended and the server restarted': (postgres) => postgres.restart(),
  [`server frozen for ${FROZEN_MS / 1000} s`]: async (postgres) => {
    postgres.freeze()
    await delay(FROZEN_MS)
    postgres.thaw()
  },
  'server killed and started again': (postgres) => postgres.crash(),
}

export interface Faults {
  /** Whether a request that failed just now may have failed because of a fault. */
  excuse(error: Error): boolean
  /** How often each kind came. */
  report(): string
  /** Waits for the present fault and begins no other. */
  stop(): Promise<void>
}

/** One fault of the database after the other, every half minute. */
export function startFaults(postgres: Postgres): Faults {
  const stopped = new AbortController()
  const counts = new Map<string, number>()
  let excusedUntil = 0
  const running = (async () => {
    for (let n = 0; ; n++) {
      await delay(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      const [kind, happen] = Object.entries(KINDS)[n % Object.keys(KINDS).length]!
      console.log(`fault: ${kind}`)
      excusedUntil = Infinity
      await happen(postgres)
      excusedUntil = performance.now() + AFTER_MS
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  })()
  return {
    excuse: (error) =>
      performance.now() < excusedUntil && error instanceof CallFailed && REFUSALS.has(error.status),
    report: () => [...counts].map(([kind, count]) => `${kind}: ${count} times`).join('; '),
    async stop() {
      stopped.abort()
      await running
    },
  }
}
