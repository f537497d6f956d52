import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import type { Scope } from './test-engine.ts'

export interface Child {
  process: ChildProcess
  /** Lines of its standard output; the iteration ends with the process. */
  lines: AsyncIterator<string>
  /** Resolves when the process has ended and its output is read. */
  closed: Promise<unknown>
}

/** Starts a program of this folder, which is ended with the scope; its standard error goes to that of the test. */
export function startChild(scope: Scope, program: string, ...args: string[]): Child {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const flags = ['--disable-warning=ExperimentalWarning', ...SHORT_LIVED_FLAGS]
  const child = spawn(process.execPath, [...flags, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  scope.after(() => child.kill('SIGKILL'))
  const stdout: Readable = child.stdout
  return {
    process: child,
    lines: createInterface(stdout)[Symbol.asyncIterator](),
    closed: once(child, 'close'),
  }
}

export async function nextLine(child: Child): Promise<string> {
  const { value, done } = await child.lines.next()
  if (done) throw new Error('the child process ended')
  return value
}

/** Returns all remaining lines. */
export async function remainingLines(child: Child): Promise<string[]> {
  const lines: string[] = []
  for (let next = await child.lines.next(); !next.done; next = await child.lines.next())
    lines.push(next.value)
  return lines
}
