import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { CommandName } from '../src/commands.ts'

const COMMAND = fileURLToPath(new URL('../src/run-command.ts', import.meta.url))

/** Starts an operator's command in its own process, as `npm run` does. */
export function startCommand(settings: Record<string, string>, command: CommandName, ...args: string[]) {
  const flags = ['--disable-warning=ExperimentalWarning', COMMAND, command, ...args]
  const { PATH, TMPDIR, HOME } = process.env
  return spawn(process.execPath, flags, {
    env: { PATH, TMPDIR, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function runCommand(
  settings: Record<string, string>,
  command: CommandName,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const child = startCommand(settings, command, ...args)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code: code as number, output: stdout + stderr }
}
