import { readFileSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

export interface Measured {
  ms: number
  /** Of the event loop, the longest wait in milliseconds. */
  lagMs: number
  /** Highest resident size above the size before, in MiB. */
  peakMib: number
  bytes: number
}

const MIB = 1024 * 1024
const KIB_PER_MIB = 1024
const NANOS_PER_MS = 1e6
/** Long enough for the meter of the event loop to look at least once. */
const LOOK_MS = 20
/** proc(5): resets the mark of the highest resident size, so that what came before does not count. */
const RESET_PEAK = '5'

/** The kernel's own mark of the highest resident size, which no sampling misses. Linux only. */
const peakKib = () => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

/** Runs the work once; it answers how many bytes it made. */
export async function measure(work: () => Promise<number>): Promise<Measured> {
  writeFileSync('/proc/self/clear_refs', RESET_PEAK)
  const idle = process.memoryUsage.rss() / MIB
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  // Its first look only sets the beginning.
  await delay(LOOK_MS)
  const started = performance.now()
  const bytes = await work()
  const ms = performance.now() - started
  const peakMib = peakKib() / KIB_PER_MIB - idle
  await delay(LOOK_MS)
  lag.disable()
  return { ms, lagMs: lag.max / NANOS_PER_MS, peakMib, bytes }
}
