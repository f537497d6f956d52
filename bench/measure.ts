import { readFileSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

export interface Measured {
  ms: number
  /** Longest delay of the event loop in milliseconds. */
  lagMs: number
  /** Peak resident size above the size before, in MiB. */
  peakMib: number
  bytes: number
}

const MIB = 1024 * 1024
const KIB_PER_MIB = 1024
const NANOS_PER_MS = 1e6
/** Long enough for the event loop monitor to sample at least once. */
const LOOK_MS = 20
/** Resets the peak resident size (proc(5)), so that earlier work does not count. */
const RESET_PEAK = '5'

/** The kernel's peak resident size, which is exact. Linux only. */
const peakKib = () => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

/** Runs the work once; it returns the number of bytes that it produced. */
export async function measure(work: () => Promise<number>): Promise<Measured> {
  writeFileSync('/proc/self/clear_refs', RESET_PEAK)
  const idle = process.memoryUsage.rss() / MIB
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  // The first sample only sets the start.
  await delay(LOOK_MS)
  const started = performance.now()
  const bytes = await work()
  const ms = performance.now() - started
  const peakMib = peakKib() / KIB_PER_MIB - idle
  await delay(LOOK_MS)
  lag.disable()
  return { ms, lagMs: lag.max / NANOS_PER_MS, peakMib, bytes }
}
