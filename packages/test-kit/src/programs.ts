import { type ChildProcess, spawn } from 'node:child_process'

/** Maximum number of characters kept of the end of a program's output. */
const OUTPUT_LIMIT = 20_000
/** Maximum time that the output of an ended program may stay open. */
const PIPES_GRACE_MS = 2_000

/** `output` is what it printed last. `signal` is that of the end, also of one that its time limit caused. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null; timedOut: boolean; output: string }

export interface Program {
  child: ChildProcess
  output: string
  /** Settles when the program and everything in its process group has ended. Never rejects. */
  ended: Promise<Exit>
}

export interface ProgramOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string | undefined
  /** With a channel for messages. */
  ipc?: boolean
}

const running = new Set<ChildProcess>()

/** Ends a program with everything that it started in its process group. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}

export const killAll = (): void => running.forEach(killGroup)

/** Starts Node in a process group of its own. If it cannot be started, the code is null and the output is the error. */
export function startProgram(args: string[], { env = process.env, cwd, ipc }: ProgramOptions = {}): Program {
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    env,
    cwd,
  })
  running.add(child)
  const ended = Promise.withResolvers<Exit>()
  const program: Program = { child, output: '', ended: ended.promise }
  const collect = (chunk: string) => (program.output = (program.output + chunk).slice(-OUTPUT_LIMIT))
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect)
  const settle = (code: number | null, signal: NodeJS.Signals | null) => {
    running.delete(child)
    ended.resolve({ code, signal, timedOut: false, output: program.output })
  }
  child.once('error', (error) => {
    collect(String(error))
    settle(null, null)
  })
  // The rest of the group keeps the pipes open, so it is ended before 'close' is awaited. A process that has left the
  // group cannot be ended, so the wait is limited.
  child.once('exit', (code, signal) => {
    killGroup(child)
    const done = () => settle(code, signal)
    child.once('close', done)
    setTimeout(done, PIPES_GRACE_MS).unref()
  })
  return program
}

/** Waits for the end of a program, which is killed with its group after the given time. */
export async function endOf({ child, ended }: Program, timeoutMs: number): Promise<Exit> {
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    killGroup(child)
  }, timeoutMs)
  const exit = await ended
  clearTimeout(timer)
  return { ...exit, timedOut }
}

export const runProgram = (args: string[], options: ProgramOptions & { timeoutMs: number }): Promise<Exit> =>
  endOf(startProgram(args, options), options.timeoutMs)
