import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const FOLLOW_PARENT = new URL('../follow-parent.mjs', import.meta.url).href
const FLAGS = ['--disable-warning=ExperimentalWarning', `--import=${FOLLOW_PARENT}`]
/** A program that has not ended by then is killed. */
const STOP_GRACE_MS = 10_000

export interface ProgramOptions {
  /** A TypeScript file. */
  file: string
  args?: readonly string[]
  env: NodeJS.ProcessEnv
  onLine(line: string): void
  /** Called if the program ended without being asked to. */
  onEnd(code: number | null): void
}

/** A program that runs until it is stopped, and can be restarted. */
export interface Program {
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The child has a channel to this process and ends when it closes, even if this process is killed. */
function launch({ file, args = [], env, onLine, onEnd }: ProgramOptions): ChildProcess {
  const child = spawn(process.execPath, [...FLAGS, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...env, CONSILIUM_PARENT_PID: String(process.pid) },
  })
  if (child.stdout) createInterface(child.stdout).on('line', onLine)
  child.once('exit', onEnd)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS)
  await ended
  clearTimeout(force)
}

/** Starts the program. Restarts wait for one another, so that it never runs twice on the same port or data folder. */
export function startProgram(options: ProgramOptions): Program {
  let child = launch(options)
  let settled = Promise.resolve()
  let isOver = false
  const inTurn = (work: () => Promise<void>) => (settled = settled.then(work))
  return {
    restart: () =>
      inTurn(async () => {
        if (isOver) return
        await end(child)
        child = launch(options)
      }),
    stop: () =>
      inTurn(async () => {
        isOver = true
        await end(child)
      }),
  }
}

/** Runs a program to its end; returns its exit code. */
export async function runOnce(file: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [...FLAGS, file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, CONSILIUM_PARENT_PID: String(process.pid) },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
