// Installs the Debian packages that a command of the project needs: node scripts/install-packages.ts walkthrough synth
// … Nothing else installs packages; tests expect everything to be installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PACKAGES } from './packages.ts'
import { adviceOn, INSTALL_ARGS, isPresent, packagesOf, type Packages } from './system-packages.ts'

export interface Machine {
  isPresent(name: string): boolean
  isRoot(): boolean
  /** Runs apt-get; returns the error, or undefined if it succeeded. */
  aptGet(args: string[]): string | undefined
  pause(ms: number): void
}

const APT_TIMEOUT_MS = 900_000
/** Another apt may be running. apt waits for the lock on packages, but not for those on lists and archives. */
const LOCK_SECONDS = 300
const LOCK_POLL_MS = 2000
const LOCKED = /Could not get lock|Unable to (?:acquire|lock)/
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'
/** Debian's packages ask this program whether to start their service (deb-policy, invoke-rc.d); 101 means no. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'
const NO_SERVICE = '#!/bin/sh\nexit 101\n'

function aptGet(args: string[]): string | undefined {
  const options = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, '-o', 'Dpkg::Options::=--force-confold']
  const result = spawnSync('apt-get', [...options, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: APT_TIMEOUT_MS,
    stdio: 'pipe',
  })
  if (result.error) return result.error.message
  return result.status === 0 ? undefined : result.stderr.trim()
}

const thisMachine: Machine = {
  isPresent,
  isRoot: () => process.getuid?.() === 0,
  aptGet,
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
}

/** Debian's package would create a cluster and start it. A machine with its own settings keeps them. */
function withoutCluster(): void {
  if (existsSync(CLUSTER_SETTINGS)) return
  mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}

/**
 * Keeps packages such as nginx from starting a service of their own while they are installed. A machine with a policy of
 * its own keeps it.
 */
function withoutServices<T>(install: () => T): T {
  if (existsSync(SERVICE_POLICY)) return install()
  writeFileSync(SERVICE_POLICY, NO_SERVICE, { mode: 0o755 })
  try {
    return install()
  } finally {
    rmSync(SERVICE_POLICY, { force: true })
  }
}

/** Waits as long as another apt holds a lock. */
function patiently(machine: Machine, args: string[]): string | undefined {
  for (let waited = 0; ; waited += LOCK_POLL_MS) {
    const problem = machine.aptGet(args)
    if (problem === undefined || !LOCKED.test(problem) || waited >= LOCK_SECONDS * 1000) return problem
    machine.pause(LOCK_POLL_MS)
  }
}

/**
 * Installs the missing packages at once if run as root on Debian; otherwise it prints one line with what is missing and
 * how to install it.
 */
export function installMissing(packages: Packages, machine: Machine = thisMachine): void {
  const missing = Object.keys(packages).filter((name) => !machine.isPresent(name))
  if (missing.length === 0) return
  const advice = adviceOn(missing, packages)
  if (!machine.isRoot()) throw new Error(advice)
  const wanted = packagesOf(missing, packages)
  const install = () => patiently(machine, ['update']) ?? patiently(machine, [...INSTALL_ARGS, ...wanted])
  if (machine === thisMachine && wanted.includes('postgresql')) withoutCluster()
  const problem = machine === thisMachine ? withoutServices(install) : install()
  if (problem !== undefined) throw new Error(`${advice} (tried it: ${problem})`)
  const still = missing.filter((name) => !machine.isPresent(name))
  if (still.length > 0)
    throw new Error(`${still.join(', ')} still missing after installing ${wanted.join(' ')}`)
}

if (import.meta.main) {
  try {
    const uses = process.argv.slice(2)
    for (const [use, packages] of Object.entries(PACKAGES)) if (uses.includes(use)) installMissing(packages)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
