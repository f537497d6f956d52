import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Log } from './log.ts'

const MAIN = fileURLToPath(new URL('../../../ocr/src/main.ts', import.meta.url))
const FOLLOW_PARENT = new URL('../../../../scripts/follow-parent.mjs', import.meta.url).href
const RESTART_FIRST_MS = 1000
const RESTART_MAX_MS = 60_000
/** One that ran this long was well; the next try need not wait. */
const SETTLED_MS = 60_000
const STOP_GRACE_MS = 10_000

export interface OcrProcess {
  /** Ends it and waits until it has. */
  stop(): Promise<void>
}

/**
 * Keeps a recognition service of our own running: started again whenever it ends, ever more slowly while it cannot
 * start. It follows this process through the channel between the two, even where this one is killed.
 */
export function keepOcrProcess({ env, log }: { env: NodeJS.ProcessEnv; log: Log }): OcrProcess {
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let stopping = false

  const start = () => {
    const started = performance.now()
    child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `--import=${FOLLOW_PARENT}`, MAIN],
      {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: { ...env, CONSILIUM_PARENT_PID: String(process.pid) },
      },
    )
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

  return {
    async stop() {
      stopping = true
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
