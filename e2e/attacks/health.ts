import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Service } from '../service.ts'

/** The slowest answers during a measurement, in milliseconds. */
export interface Slowest {
  /** The slowest `GET /health/live`, without the time for which other processes occupied the processors. */
  service: number
  /** The slowest `GET /health/live` as its client saw it, including that time. */
  seen: number
  /** The slowest answer of an idle server that is asked at the same time. */
  machine: number
  /** The number of measured answers of the service. */
  answers: number
}

export type ProbeCommand = { kind: 'start'; service: string; pid: number; machine: string } | { kind: 'stop' }

type Measured = Pick<Service, 'baseUrl' | 'pid'>

export interface HealthClient {
  /** Measures while the work runs. */
  during(service: Measured, work: () => Promise<unknown>): Promise<Slowest>
  close(): void
}

const start = (file: string): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })

/** Starts the second client, in a process of its own, and what it compares the service with. */
export async function startHealthClient(): Promise<HealthClient> {
  const canary = start('./canary.ts')
  const probe = start('./health-process.ts')
  const [machine] = (await once(canary, 'message')) as [string]
  const tell = (command: ProbeCommand) => probe.send(command)
  return {
    async during({ baseUrl, pid }, work) {
      tell({ kind: 'start', service: `${new URL(baseUrl).origin}/health/live`, pid, machine })
      let failed: unknown
      await work().catch((error: unknown) => (failed = error))
      const told = once(probe, 'message') as Promise<[Slowest]>
      tell({ kind: 'stop' })
      const [slowest] = await told
      if (failed) throw failed
      return slowest
    },
    close() {
      canary.kill()
      probe.kill()
    },
  }
}
