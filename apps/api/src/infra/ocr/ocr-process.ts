import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Log } from '../log.ts'

const RESTART_FIRST_MS = 1000
const RESTART_MAX_MS = 60_000
/** A service that ran this long had started well, so it is restarted without a pause. */
const SETTLED_MS = 60_000
const STOP_GRACE_MS = 10_000

export interface OcrProcess {
  /** Ends the process and waits for its end. */
  stop(): Promise<void>
}

export interface OcrProcessOptions {
  /** The program and its arguments. */
  command: readonly string[]
  env: NodeJS.ProcessEnv
  log: Log
  /** Asked regularly; a service that answered once and then not any more is killed and started again. */
  healthUrl?: string
  watch?: WatchTimes
}

export interface WatchTimes {
  everyMs: number
  answerMs: number
  failures: number
}

const WATCH: WatchTimes = { everyMs: 10_000, answerMs: 5000, failures: 3 }

const isAnswered = (url: string, answerMs: number): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'error' }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )

/** Calls `onHang` when a service that has answered once misses several checks in a row. */
function watchHealth(url: string, { everyMs, answerMs, failures }: WatchTimes, onHang: () => void) {
  let hasAnswered = false
  let missed = 0
  let isAsking = false
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void isAnswered(url, answerMs).then((answered) => {
      isAsking = false
      missed = answered ? 0 : missed + 1
      hasAnswered ||= answered
      if (!hasAnswered || missed < failures) return
      hasAnswered = false
      missed = 0
      onHang()
    })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Keeps a recognition service running: it is restarted whenever it ends, with growing pauses if it cannot start. The
 * program gets an IPC channel and this process's id (CONSILIUM_PARENT_PID), so that it can end when this process is
 * killed.
 */
export function keepOcrProcess(options: OcrProcessOptions): OcrProcess {
  const { command, env, log, healthUrl, watch = WATCH } = options
  const [program = '', ...args] = command
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let stopping = false

  const start = () => {
    const started = performance.now()
    child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...env, CONSILIUM_PARENT_PID: String(process.pid) },
    })
    if (child.stderr)
      createInterface(child.stderr).on('line', (line) => log.warn({ line }, 'the recognition service says'))
    const end = () => {
      if (stopping || timer) return
      failures = performance.now() - started > SETTLED_MS ? 0 : failures + 1
      const wait = Math.min(RESTART_MAX_MS, RESTART_FIRST_MS * 2 ** failures)
      log.warn({ seconds: wait / 1000 }, 'the recognition service ended and is started again')
      timer = setTimeout(() => {
        timer = undefined
        start()
      }, wait)
    }
    child.once('exit', end)
    child.once('error', end)
  }
  start()
  const stopWatching =
    healthUrl === undefined
      ? () => {}
      : watchHealth(healthUrl, watch, () => {
          log.warn('the recognition service does not answer its health check and is ended')
          child.kill('SIGKILL')
        })

  return {
    async stop() {
      stopping = true
      stopWatching()
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS)
      await ended
      clearTimeout(force)
    },
  }
}
