import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Measured {
  ms: number
  /** Of the event loop, the longest wait in milliseconds. */
  lagMs: number
  /** Highest resident size above the size before, in MiB: the system's own mark, which no sampling misses. */
  peakMib: number
  bytes: number
}

const MIB = 1024 * 1024
const KIB_PER_MIB = 1024
const NANOS_PER_MS = 1e6

/** Runs the work once; it answers how many bytes it made. */
export async function measure(work: () => Promise<number>): Promise<Measured> {
  const idle = process.memoryUsage.rss() / MIB
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  const started = performance.now()
  const bytes = await work()
  const ms = performance.now() - started
  lag.disable()
  const peakMib = process.resourceUsage().maxRSS / KIB_PER_MIB - idle
  return { ms, lagMs: lag.max / NANOS_PER_MS, peakMib, bytes }
}
