import { readFileSync } from 'node:fs'

const NANOSECONDS_PER_MS = 1e6
/** A clock tick in /proc is a hundredth of a second. */
const MS_PER_TICK = 10
/** Fields of /proc/stat: user, nice and system time; irq and softirq. */
const BUSY_FIELDS = [1, 2, 3, 6, 7]
/** Fields of /proc/PID/stat, counted after the name in brackets: user and system time. */
const OWN_FIELDS = [11, 12]

/** Accumulated processor times in milliseconds. */
interface Reading {
  /** The time for which the main thread of the process was runnable but had no processor. */
  waited: number
  /** The processor time of all threads of the process. */
  own: number
  /** The processor time of the whole machine. */
  busy: number
}

const ticks = (fields: readonly string[], which: readonly number[]) =>
  which.reduce((sum, at) => sum + Number(fields[at]), 0) * MS_PER_TICK

function read(pid: number): Reading {
  const [, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [machine = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  return {
    waited: Number(waited) / NANOSECONDS_PER_MS,
    own: ticks(stat.slice(stat.lastIndexOf(')') + 2).split(' '), OWN_FIELDS),
    busy: ticks(machine.split(/ +/), BUSY_FIELDS),
  }
}

/** If the kernel does not report these values, nothing is subtracted from a measurement. */
function readOrNull(pid: number): Reading | null {
  try {
    return read(pid)
  } catch {
    return null
  }
}

/**
 * Starts to watch the main thread of a process. The returned function gives the time for which other processes kept it
 * waiting: its waiting time multiplied by the other processes' share of the used processor time. The share excludes
 * waiting for other threads of the same process.
 */
export function watchProcessor(pid: number): () => number {
  const before = readOrNull(pid)
  return () => {
    const after = readOrNull(pid)
    if (!before || !after) return 0
    const busy = after.busy - before.busy
    const others = Math.max(0, busy - (after.own - before.own))
    return busy > 0 ? (after.waited - before.waited) * (others / busy) : 0
  }
}
