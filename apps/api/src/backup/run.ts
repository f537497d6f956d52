// npm run backup -- DIR [--keys DIR | --without-keys]
// npm run restore -- DIR [--keys DIR] [--replace] [--check]
// npm run move -- postgres://… [--files-to-s3]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { type Config, loadProcessConfig } from '../settings/config.ts'
import { openStorage } from '../foundation.ts'
import { givenPath } from '../settings/given-path.ts'
import { endFailed, endProcess } from '../infra/end-process.ts'
import { createLog, type Log } from '../infra/log.ts'
import { makePrivate } from '../infra/private-folder.ts'
import { recordTask } from '../infra/health/task-records.ts'
import { KEYS_FOLDER, makeBackup, readAnchor } from './make.ts'
import { moveToServer } from './move.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { openSource } from './source.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const OPTIONS = {
  keys: { type: 'string' },
  'without-keys': { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  'files-to-s3': { type: 'boolean', default: false },
} as const

const USAGE = {
  backup: 'usage: npm run backup -- DIR [--keys DIR | --without-keys]',
  restore: 'usage: npm run restore -- DIR [--keys DIR] [--replace] [--check]',
  move: 'usage: npm run move -- postgres://USER:PASSWORD@HOST/DATABASE [--files-to-s3]',
}

function readArguments(command: keyof typeof USAGE, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const [folder, ...others] = positionals
    if (folder === undefined || others.length > 0) throw new Error('one folder or address is needed')
    return {
      ...values,
      target: folder,
      folder: givenPath(folder),
      keys: values.keys && givenPath(values.keys),
    }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE[command]}`, { cause: error })
  }
}

type Arguments = ReturnType<typeof readArguments>

/** Tells monitoring how a backup has ended. One that cannot is no failed backup. */
async function tell(config: Config, hasSucceeded: boolean): Promise<void> {
  try {
    await recordTask(await openStorage(config), 'backup', hasSucceeded)
  } catch (error) {
    process.stderr.write(`Monitoring is not told of this backup: ${(error as Error).message}\n`)
  }
}

async function backup(config: Config, log: Log, given: Arguments): Promise<void> {
  try {
    await save(config, log, given)
  } catch (error) {
    await tell(config, false)
    throw error
  }
  await tell(config, true)
}

async function save(config: Config, log: Log, given: Arguments): Promise<void> {
  const { folder, keys = join(folder, KEYS_FOLDER) } = given
  const plainStorage = await openStorage(config)
  const anchor = await readAnchor(plainStorage)
  const source = await openSource({ config, log, onFatal: endFailed })
  try {
    await makeBackup({
      config,
      productVersion: manifest.version,
      source: { db: source.db, kind: source.engine.kind },
      plainStorage,
      anchor,
      folder,
      keysFolder: given['without-keys'] ? null : keys,
      say,
    })
  } finally {
    await source.close()
  }
  say(`The backup is in ${folder}.`)
  if (given['without-keys'])
    say('It has no keys: without the master key, which must be kept apart, nobody can use it.')
  else say(`Its keys, in ${keys}, open all of it: keep them where only those can read who may.`)
}

async function restore(config: Config, log: Log, given: Arguments): Promise<void> {
  const { folder, replace, keys = join(folder, KEYS_FOLDER) } = given
  if (given.check) return void (await checkBackup(folder, say))
  const { moment } = await restoreBackup({
    config,
    log,
    folder,
    keysFolder: keys,
    replace,
    onFatal: endFailed,
    say,
  })
  say(`Restored as it was at ${moment}. What was done later is not in it.`)
}

async function move(config: Config, log: Log, given: Arguments): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(given.target)) throw new Error(USAGE.move)
  await moveToServer({
    config,
    log,
    databaseUrl: given.target,
    filesToS3: given['files-to-s3'],
    productVersion: manifest.version,
    onFatal: endFailed,
    say,
  })
}

/** What a supervisor runs where a backup ended without telling so itself, as when it was killed. */
const FAILED = 'backup-failed'
const COMMANDS = { backup, restore, move }
const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name)

async function main([command = '', ...args]: string[]): Promise<void> {
  makePrivate()
  if (command === FAILED) return tell(loadProcessConfig(), false)
  if (!isCommand(command)) throw new Error(Object.values(USAGE).join('\n'))
  const given = readArguments(command, args)
  const config = loadProcessConfig()
  const log = createLog({ level: config.logLevel, file: config.logFile })
  await COMMANDS[command](config, log, given)
}

await main(process.argv.slice(2)).then(() => endProcess(0), endFailed)
