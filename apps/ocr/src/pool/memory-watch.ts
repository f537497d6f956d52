import { readFileSync } from 'node:fs'

/** The most memory that a worker may take. The largest allowed picture takes less. */
export const WORKER_MEMORY_MAX_BYTES = 600 * 1024 * 1024
/** Memory can grow by some 50 MiB in this time. */
const INTERVAL_MS = 25
const KIB = 1024
const RESIDENT = /^VmRSS:\s+(\d+) kB$/m

/** Resident memory in bytes; null where the system does not tell it (only Linux does) and for a process that has ended. */
export function residentMemory(pid: number | undefined): number | null {
  try {
    const [, kib] = RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kib === undefined ? null : Number(kib) * KIB
  } catch {
    return null
  }
}

/** Looks at processes from outside, since native code that takes memory lets nothing else run in them. */
export function watchMemory(
  working: () => Iterable<number>,
  maxBytes: number,
  isOver: (pid: number) => void,
): () => void {
  const look = () => {
    for (const pid of working()) if ((residentMemory(pid) ?? 0) > maxBytes) isOver(pid)
  }
  const timer = setInterval(look, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
