import { availableParallelism } from 'node:os'
import { sharesProcess } from './plan.ts'
import { type Limits, type Result, runTestFile } from './run-file.ts'
import { createSharedRunner, type SharedRunner } from './shared-runner.ts'

/** A test waits for about half of its time: for a page, a timer, a process that starts. */
export const CONCURRENCY = 2 * availableParallelism()

/** One of the concurrent workers, with its shared processes by environment. */
export interface Lane {
  runners: Map<NodeJS.ProcessEnv, SharedRunner>
}

export type Job = (lane: Lane) => Promise<Result>

export interface FileOptions {
  limits: Limits
  /** The same object for all files that may share a process. */
  env: NodeJS.ProcessEnv
  /** Printed after the name of the file. */
  note?: string
}

export function fileJob(file: string, { limits, env, note = '' }: FileOptions): Job {
  const run = async (lane: Lane): Promise<Result> => {
    if (!sharesProcess(file)) return runTestFile(file, { limits, env })
    const runner = lane.runners.get(env) ?? createSharedRunner({ limits, env })
    lane.runners.set(env, runner)
    return runner.run(file)
  }
  return async (lane) => ({ ...(await run(lane)), label: file + note })
}

/** Runs the jobs in order with limited concurrency; `isStopping` prevents further ones. */
export async function runJobs(
  jobs: Job[],
  onResult: (result: Result) => void,
  { concurrency = CONCURRENCY, isStopping }: { concurrency?: number; isStopping?: () => boolean } = {},
): Promise<void> {
  const queue = jobs.values()
  const work = async () => {
    const lane: Lane = { runners: new Map() }
    for (const job of queue) {
      // A file that starts now would outlive this process.
      if (isStopping?.()) return
      onResult(await job(lane))
    }
    for (const runner of lane.runners.values()) {
      const left = await runner.close()
      if (left) onResult(left)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, jobs.length) }, work))
}
