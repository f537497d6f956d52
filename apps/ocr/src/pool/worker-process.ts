import { fork, type ChildProcess } from 'node:child_process'
import type { Report, Task } from './messages.ts'

/** glibc gives every thread a heap of its own otherwise, and their gaps add up. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

export interface WorkerEvents {
  report(report: Report): void
  /** Once, when the process has ended for whatever reason. */
  exit(): void
}

export interface WorkerProcess {
  readonly id: number | undefined
  send(task: Task): void
  /** Ends it at once, whatever it is doing. */
  kill(): void
}

/** Starts a worker. It gets none of the settings: what runs beside hostile files should know no secret. */
export function startWorker(file: URL, events: WorkerEvents): WorkerProcess {
  const child: ChildProcess = fork(file, {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
    events.exit()
  }
  child.on('message', (report) => events.report(report as Report))
  child.once('exit', end)
  child.once('error', end)
  return {
    id: child.pid,
    // A worker that has just died refuses the message; its exit follows and settles the task.
    send: (task) => void child.send(task, () => {}),
    kill: () => void child.kill('SIGKILL'),
  }
}
