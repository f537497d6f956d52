import { readdirSync, readFileSync } from 'node:fs'

/** proc(5): the kernel counts processor time in these ticks on every architecture that Node runs on. */
const MS_PER_TICK = 10
/** Positions after the name in /proc/PID/stat: parent; user and system time, own and of ended children. */
const PARENT = 1
const TIMES = [11, 12, 13, 14]

function readUsage(pid: string): [pid: number, usage: { parent: number; ms: number }][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = TIMES.reduce((sum, index) => sum + Number(fields[index]), 0)
    return [[Number(pid), { parent: Number(fields[PARENT]), ms: ticks * MS_PER_TICK }]]
  } catch {
    return []
  }
}

/**
 * Milliseconds of processor time that a process and all processes started by it have used, those that have ended
 * included. Undefined where there is no /proc, and if the process has ended.
 */
export function processorMs(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readUsage),
  )
  const belongs = (id: number): boolean => {
    const usage = all.get(id)
    return id === pid || (usage !== undefined && belongs(usage.parent))
  }
  return all.has(pid) ? [...all].reduce((sum, [id, { ms }]) => (belongs(id) ? sum + ms : sum), 0) : undefined
}
