import { readdirSync, readFileSync } from 'node:fs'

/** proc(5): the kernel counts processor time in these ticks on every architecture that Node runs on. */
const MS_PER_TICK = 10
/** Positions after the name in /proc/PID/stat: parent; user and system time, own and of ended children. */
const PARENT = 1
const TIMES = [11, 12, 13, 14]

interface Usage {
  parent: number
  ms: number
}

function readUsage(pid: string): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = TIMES.reduce((sum, index) => sum + Number(fields[index]), 0)
    return { parent: Number(fields[PARENT]), ms: ticks * MS_PER_TICK }
  } catch {
    return undefined
  }
}

function readAll(): Map<number, Usage> {
  const all = new Map<number, Usage>()
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? readUsage(name) : undefined
    if (usage) all.set(Number(name), usage)
  }
  return all
}

/**
 * Milliseconds of processor time that a process and all processes started by it have used, those that have ended
 * included. Undefined where there is no /proc, and if the process has ended.
 */
export function processorMs(pid: number = process.pid): number | undefined {
  if (process.platform !== 'linux') return undefined
  const all = readAll()
  const belongs = (id: number): boolean => {
    const usage = all.get(id)
    return id === pid || (usage !== undefined && belongs(usage.parent))
  }
  if (!all.has(pid)) return undefined
  return [...all].reduce((sum, [id, { ms }]) => (belongs(id) ? sum + ms : sum), 0)
}
