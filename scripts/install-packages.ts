// Installs the Debian packages that a command of the project needs: node scripts/install-packages.ts walkthrough synth
// … Nothing else installs packages; tests expect everything to be installed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PACKAGES } from './packages.ts'
import { adviceOn, INSTALL_ARGS, isPresent, packagesOf, type Packages } from './system-packages.ts'

export interface Machine {
  isPresent(name: string): boolean
  isRoot(): boolean
  /** Runs apt-get; resolves with the error, or undefined if it succeeded. */
  aptGet(args: string[]): Promise<string | undefined>
  pause(ms: number): Promise<unknown>
  /** Keeps packages from starting services while they are installed. */
  withoutServices<T>(install: () => Promise<T>): Promise<T>
}

const APT_TIMEOUT_MS = 900_000
/** Another apt may be running. apt waits for the lock on packages, but not for those on lists and archives. */
const LOCK_SECONDS = 300
const LOCK_POLL_MS = 2000
const LOCKED = /Could not get lock|Unable to (?:acquire|lock)/
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'
/** Debian's packages ask this program whether to start their service (deb-policy, invoke-rc.d); 101 means no. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'
const OURS = '# of an installer of this project'
/** Once the installer has ended, even by SIGKILL, the answer is yes again, and the program removes itself. */
const noServiceWhile = (pid: number) =>
  `#!/bin/sh\n${OURS}\nkill -0 ${pid} 2>/dev/null && exit 101\nrm -f "$0"\n`
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Ending = keyof typeof EXIT_CODES
const ENDINGS = Object.keys(EXIT_CODES) as Ending[]

/**
 * Runs apt-get, which never outlives this process by more than the step that it is in. At SIGINT it stops while it downloads,
 * and finishes what it has begun to unpack: other signals would leave packages half-installed.
 */
function runApt(command: string, args: string[], ending: AbortSignal): Promise<string | undefined> {
  const options = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, '-o', 'Dpkg::Options::=--force-confold']
  const apt = spawn('setpriv', ['--pdeathsig', 'INT', '--', command, ...options, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: APT_TIMEOUT_MS,
    killSignal: 'SIGINT',
  })
  let said = ''
  apt.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve) => {
    apt.once('error', (error) => resolve(error.message))
    apt.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : said.trim() || `apt-get ended with ${signal ?? code}`),
    )
    const stop = () => void apt.kill('SIGINT')
    ending.addEventListener('abort', stop)
    apt.once('close', () => ending.removeEventListener('abort', stop))
  })
}

/** Told to end, this process first ends the work, which must not be left half-done. */
async function beforeEnding<T>(work: () => Promise<T>, ending: AbortController): Promise<T> {
  let told: Ending | undefined
  const note = (name: Ending) => {
    told ??= name
    ending.abort()
  }
  for (const name of ENDINGS) process.on(name, note)
  try {
    return await work()
  } finally {
    for (const name of ENDINGS) process.off(name, note)
    if (told) process.exit(EXIT_CODES[told])
  }
}

const isStale = (policy: string) => readFileSync(policy, 'utf8').includes(OURS)

/** A machine with a policy of its own keeps it. */
async function withPolicy<T>(policy: string, install: () => Promise<T>): Promise<T> {
  if (existsSync(policy) && !isStale(policy)) return install()
  writeFileSync(policy, noServiceWhile(process.pid), { mode: 0o755 })
  try {
    return await install()
  } finally {
    rmSync(policy, { force: true })
  }
}

/** This machine, on which a test may name another program than apt-get and another place of the policy. */
export function machineOf({ command = 'apt-get', policy = SERVICE_POLICY } = {}): Machine {
  const ending = new AbortController()
  return {
    isPresent,
    isRoot: () => process.getuid?.() === 0,
    aptGet: (args) => runApt(command, args, ending.signal),
    pause: (ms) => delay(ms, undefined, { signal: ending.signal }),
    withoutServices: (install) => beforeEnding(() => withPolicy(policy, install), ending),
  }
}

const thisMachine = machineOf()

/** Debian's package would create a cluster and start it. A machine with its own settings keeps them. */
function withoutCluster(): void {
  if (existsSync(CLUSTER_SETTINGS)) return
  mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}

/** Waits as long as another apt holds a lock. */
async function patiently(machine: Machine, args: string[]): Promise<string | undefined> {
  for (let waited = 0; ; waited += LOCK_POLL_MS) {
    const problem = await machine.aptGet(args)
    if (problem === undefined || !LOCKED.test(problem) || waited >= LOCK_SECONDS * 1000) return problem
    await machine.pause(LOCK_POLL_MS)
  }
}

/**
 * Installs the missing packages at once if run as root on Debian; otherwise it prints one line with what is missing and
 * how to install it.
 */
export async function installMissing(packages: Packages, machine: Machine = thisMachine): Promise<void> {
  const missing = Object.keys(packages).filter((name) => !machine.isPresent(name))
  if (missing.length === 0) return
  const advice = adviceOn(missing, packages)
  if (!machine.isRoot()) throw new Error(advice)
  const wanted = packagesOf(missing, packages)
  const install = async () =>
    (await patiently(machine, ['update'])) ?? (await patiently(machine, [...INSTALL_ARGS, ...wanted]))
  if (machine === thisMachine && wanted.includes('postgresql')) withoutCluster()
  const problem = await machine.withoutServices(install)
  if (problem !== undefined) throw new Error(`${advice} (tried it: ${problem})`)
  const still = missing.filter((name) => !machine.isPresent(name))
  if (still.length > 0)
    throw new Error(`${still.join(', ')} still missing after installing ${wanted.join(' ')}`)
}

if (import.meta.main) {
  try {
    const uses = process.argv.slice(2)
    for (const [use, packages] of Object.entries(PACKAGES))
      if (uses.includes(use)) await installMissing(packages)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
