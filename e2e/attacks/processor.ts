import { readFileSync } from 'node:fs'

const NANOSECONDS_PER_MS = 1e6
/** The kernel's clock ticks in /proc are hundredths of a second. */
const MS_PER_TICK = 10
/** Fields of /proc/stat: user, nice and system time; irq and softirq. */
const BUSY_FIELDS = [1, 2, 3, 6, 7]
/** Of /proc/PID/stat, counted from behind the name in brackets: user and system time. */
const OWN_FIELDS = [11, 12]

/** What the processors have done so far, in milliseconds. */
interface Reading {
  /** For how long the main thread of the process was ready to run and did not get a processor. */
  waited: number
  /** Processor time of the process, with all its threads. */
  own: number
  /** Processor time of everything on the machine. */
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

/** Where the kernel does not tell, nothing is taken from a measurement. */
function readOrNull(pid: number): Reading | null {
  try {
    return read(pid)
  } catch {
    return null
  }
}

/**
 * Begins to watch the main thread of a process. What it returns tells for how long other processes have kept the
 * processors from it: its wait, by the share that others had of the time that the processors worked. A thread that waits
 * for the other threads of its own process is not kept waiting by others.
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
