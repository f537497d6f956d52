// Runs an operator's command: run-command.ts rotate-keys | verify-log [--new-anchor] | admin ACTION.
import type { CommandName } from './commands.ts'
import { performCommand } from './perform.ts'
import { loadProcessConfig } from '../settings/config.ts'
import { endFailed, endProcess } from '../infra/end-process.ts'
import { makePrivate } from '../infra/private-folder.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(command: CommandName, args: string[]): Promise<boolean> {
  makePrivate()
  return performCommand({ config: loadProcessConfig(), command, args, say, onFatal: endFailed })
}

const [command = '', ...args] = process.argv.slice(2)
main(command as CommandName, args).then((isWell) => endProcess(isWell ? 0 : 1), endFailed)
