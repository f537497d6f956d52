import { fork, type ChildProcess } from 'node:child_process'
import type { Report, Task } from './messages.ts'

/**
 * By default glibc gives every thread a heap of its own, which together take much more memory, and keeps freed buffers of up to
 * 32 MiB in them. Pictures are larger than this many bytes and go back to the system.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024) }

/** The heap of short-lived objects has two halves of this size. With the default of 16 a worker takes 15 MiB more and is not faster. */
const YOUNG_MIB = 4

export interface WorkerEvents {
  report(report: Report): void
  /** Called once, when the process has ended for any reason; `code` is null if a signal ended it. */
  exit(code: number | null): void
}

export interface WorkerProcess {
  readonly id: number | undefined
  send(task: Task): void
  /** Ends the process at once, even inside native code. */
  kill(): void
}

/** Starts a worker. It gets no secrets, since it parses hostile files: only the place of public certificates. */
export function startWorker(file: URL, issuers: string | null, events: WorkerEvents): WorkerProcess {
  const child: ChildProcess = fork(file, issuers === null ? [] : [issuers], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-semi-space-size=${YOUNG_MIB}`],
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ended = false
  const end = (code: number | null) => {
    if (ended) return
    ended = true
    events.exit(code)
  }
  child.on('message', (report) => events.report(report as Report))
  child.once('exit', (code) => end(code))
  child.once('error', () => end(null))
  return {
    id: child.pid,
    // Sending to a worker that has just died fails; its exit event follows and settles the task.
    send: (task) => void child.send(task, () => {}),
    kill: () => void child.kill('SIGKILL'),
  }
}
