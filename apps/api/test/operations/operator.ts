import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import { performTransfer, type TransferName } from '../../src/backup/perform.ts'
import type { CommandName } from '../../src/commands/commands.ts'
import { performCommand } from '../../src/commands/perform.ts'
import { loadConfig } from '../../src/settings/config.ts'

const COMMAND = fileURLToPath(new URL('../../src/commands/run-command.ts', import.meta.url))
const TRANSFER = fileURLToPath(new URL('../../src/backup/run.ts', import.meta.url))

type AnyCommand = CommandName | TransferName | 'backup-failed'
const TRANSFERS: readonly string[] = ['backup', 'backup-failed', 'restore', 'move'] satisfies AnyCommand[]
const isTransfer = (command: AnyCommand): command is TransferName => TRANSFERS.includes(command)

/** Settings of an installation; `undefined` takes one away. */
export type Settings = Record<string, string | undefined>

export const settingsOf = (given: Settings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Starts an operator's command in its own process, as `npm run` does. */
export function startCommand(settings: Record<string, string>, command: AnyCommand, ...args: string[]) {
  const file = isTransfer(command) ? TRANSFER : COMMAND
  const flags = ['--disable-warning=ExperimentalWarning', ...SHORT_LIVED_FLAGS, file, command, ...args]
  const { PATH, TMPDIR, HOME, NODE_COMPILE_CACHE } = process.env
  return spawn(process.execPath, flags, {
    env: { PATH, TMPDIR, HOME, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function runCommand(
  settings: Record<string, string>,
  command: AnyCommand,
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

const onFatal = (error: Error) => {
  throw error
}

/** The same in this process, which takes a tenth of the time; one test of each command starts it as an operator does. */
export async function commandHere(
  settings: Settings,
  command: CommandName | TransferName,
  ...args: string[]
) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(`${line}\n`)
  const work = async (): Promise<boolean> => {
    const config = loadConfig(settingsOf(settings))
    if (!isTransfer(command)) return performCommand({ config, command, args, say, onFatal })
    await performTransfer({ config, say, onFatal }, command, args)
    return true
  }
  const isWell = await work().catch((error: Error) => {
    say(error.message)
    return false
  })
  return { code: isWell ? 0 : 1, output: lines.join('') }
}
