// npm run backup -- DIR [--keys DIR | --without-keys]
// npm run restore -- DIR [--keys DIR] [--replace] [--check]
// npm run move -- postgres://… [--files-to-s3]
import { loadProcessConfig } from '../settings/config.ts'
import { endFailed, endProcess } from '../infra/end-process.ts'
import { makePrivate } from '../infra/private-folder.ts'
import { performTransfer, tellOfBackup } from './perform.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What a supervisor runs where a backup ended without telling so itself, as when it was killed. */
const FAILED = 'backup-failed'

async function main([command = '', ...args]: string[]): Promise<void> {
  makePrivate()
  const config = loadProcessConfig()
  if (command === FAILED) return tellOfBackup(config, false)
  await performTransfer({ config, say, onFatal: endFailed }, command, args)
}

await main(process.argv.slice(2)).then(() => endProcess(0), endFailed)
