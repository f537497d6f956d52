import { join } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from '../settings/config.ts'
import { openStorage } from '../foundation.ts'
import { givenPath } from '../settings/given-path.ts'
import { createLog } from '../infra/log.ts'
import { recordTask } from '../infra/health/task-records.ts'
import { KEYS_FOLDER, makeBackup, readAnchor } from './make.ts'
import { moveToServer } from './move.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { openSource } from './source.ts'

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

/** A command with the installation that it is about. */
export interface Transfer {
  config: Config
  say: (line: string) => void
  onFatal: (error: Error) => void
}

type Run = Transfer & { log: ReturnType<typeof createLog> }

/** Tells monitoring how a backup has ended. One that cannot is no failed backup. */
export async function tellOfBackup(config: Config, hasSucceeded: boolean): Promise<void> {
  try {
    await recordTask(await openStorage(config), 'backup', hasSucceeded)
  } catch (error) {
    process.stderr.write(`Monitoring is not told of this backup: ${(error as Error).message}\n`)
  }
}

async function backup(run: Run, given: Arguments): Promise<void> {
  try {
    await save(run, given)
  } catch (error) {
    await tellOfBackup(run.config, false)
    throw error
  }
  await tellOfBackup(run.config, true)
}

async function save({ config, log, say, onFatal }: Run, given: Arguments): Promise<void> {
  const { folder, keys = join(folder, KEYS_FOLDER) } = given
  const plainStorage = await openStorage(config)
  const anchor = await readAnchor(plainStorage)
  const source = await openSource({ config, log, onFatal })
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

async function restore({ config, log, say, onFatal }: Run, given: Arguments): Promise<void> {
  const { folder, replace, keys = join(folder, KEYS_FOLDER) } = given
  if (given.check) return void (await checkBackup(folder, say))
  const { moment } = await restoreBackup({
    config,
    log,
    folder,
    keysFolder: keys,
    replace,
    onFatal,
    say,
  })
  say(`Restored as it was at ${moment}. What was done later is not in it.`)
}

async function move({ config, log, say, onFatal }: Run, given: Arguments): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(given.target)) throw new Error(USAGE.move)
  await moveToServer({
    config,
    log,
    databaseUrl: given.target,
    filesToS3: given['files-to-s3'],
    productVersion: manifest.version,
    onFatal,
    say,
  })
}

const COMMANDS = { backup, restore, move }
export type TransferName = keyof typeof COMMANDS
const isCommand = (name: string): name is TransferName => Object.hasOwn(COMMANDS, name)

/** Backs an installation up, restores one or moves it, as an operator asks. */
export async function performTransfer(transfer: Transfer, command: string, args: string[]): Promise<void> {
  if (!isCommand(command)) throw new Error(Object.values(USAGE).join('\n'))
  const given = readArguments(command, args)
  const { logLevel: level, logFile: file } = transfer.config
  await COMMANDS[command]({ ...transfer, log: createLog({ level, file }) }, given)
}
