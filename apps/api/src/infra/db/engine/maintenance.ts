import type { Log } from '../../log.ts'

/** Upper limit of the write-ahead log to replay after a crash. */
export const CHECKPOINT_EVERY_MS = 5 * 60_000
/** Replaces autovacuum, which PGlite does not have. */
export const VACUUM_EVERY_MS = 60 * 60_000

const STATEMENTS = { checkpoint: 'CHECKPOINT', vacuum: 'VACUUM (ANALYZE)' } as const

export type MaintenanceTask = keyof typeof STATEMENTS

export interface Maintenance {
  /** Runs a task after whatever is running; rejects when it fails. */
  runNow(task: MaintenanceTask): Promise<void>
  /** Stops scheduling; resolves when the running task has ended. */
  stop(): Promise<void>
}

interface Queryable {
  query(statement: string): Promise<unknown>
}

interface Intervals {
  checkpointMs: number
  vacuumMs: number
}

const DEFAULT_INTERVALS: Intervals = { checkpointMs: CHECKPOINT_EVERY_MS, vacuumMs: VACUUM_EVERY_MS }

/**
 * Runs maintenance tasks of the embedded engine, one at a time. A failed task is logged and runs again at its next
 * time.
 */
export function startMaintenance(
  pool: Queryable,
  log: Log,
  intervals: Intervals = DEFAULT_INTERVALS,
): Maintenance {
  let last: Promise<void> = Promise.resolve()
  let running = 0

  const runNow = (task: MaintenanceTask): Promise<void> => {
    running += 1
    const run = last.then(async () => void (await pool.query(STATEMENTS[task]))).finally(() => (running -= 1))
    last = run.catch(() => {})
    return run
  }
  const runScheduled = (task: MaintenanceTask) => {
    if (running === 0)
      runNow(task).catch((error: unknown) => log.error(error, `database maintenance failed: ${task}`))
  }
  const timers = [
    setInterval(runScheduled, intervals.checkpointMs, 'checkpoint'),
    setInterval(runScheduled, intervals.vacuumMs, 'vacuum'),
  ]
  for (const timer of timers) timer.unref()

  return {
    runNow,
    stop() {
      for (const timer of timers) clearInterval(timer)
      return last
    },
  }
}
