import { accessSync, constants, existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** Command, or the path of a file → the Debian package that brings it. */
export type CommandPackages = Record<string, string>

export type Machine = {
  hasCommand(name: string): boolean
  isRoot(): boolean
  /** Runs apt-get; returns what went wrong, undefined when nothing did. */
  aptGet(args: string[]): string | undefined
}

const APT_TIMEOUT_MS = 300_000
const INSTALL_ARGS = ['install', '-y', '--no-install-recommends']

function isPresent(name: string): boolean {
  if (name.startsWith('/')) return existsSync(name)
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function aptGet(args: string[]): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const result = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    env,
    encoding: 'utf8',
    timeout: APT_TIMEOUT_MS,
    stdio: 'pipe',
  })
  if (result.error) return result.error.message
  return result.status === 0 ? undefined : result.stderr.trim()
}

const thisMachine: Machine = { hasCommand: isPresent, isRoot: () => process.getuid?.() === 0, aptGet }

/**
 * Makes sure that the commands exist: as root on Debian the packages of missing ones are installed,
 * otherwise one line says which are missing and how to install them.
 */
export function ensureCommands(commands: CommandPackages, machine: Machine = thisMachine): void {
  const missing = Object.keys(commands).filter((name) => !machine.hasCommand(name))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((name) => commands[name] ?? name))]
  const advice = `${missing.join(', ')} missing; install with: apt-get ${INSTALL_ARGS.join(' ')} ${packages.join(' ')}`
  if (!machine.isRoot()) throw new Error(advice)
  const problem = machine.aptGet(['update']) ?? machine.aptGet([...INSTALL_ARGS, ...packages])
  if (problem !== undefined) throw new Error(`${advice} (tried it: ${problem})`)
  const still = missing.filter((name) => !machine.hasCommand(name))
  if (still.length > 0)
    throw new Error(`${still.join(', ')} still missing after installing ${packages.join(' ')}`)
}

/** fontconfig answers with the nearest face it has; of a family that is there, its own. */
function hasFont(family: string): boolean {
  const { stdout } = spawnSync('fc-match', ['-f', '%{family}', family], { encoding: 'utf8' })
  return (stdout ?? '').split(',').includes(family)
}

/** The same for families of fonts. */
export function ensureFonts(families: CommandPackages, machine: Machine = thisMachine): void {
  ensureCommands({ 'fc-match': 'fontconfig' }, machine)
  ensureCommands(families, { ...machine, hasCommand: hasFont })
}
